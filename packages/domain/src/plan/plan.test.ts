import { readFile, writeFile } from "node:fs/promises";
import { CARRIES, CONNECTOR_APIS, type ConnectorApi } from "../connections/index.js";
import { carriageOf, conversionOf, lossOf, planMessage, splitText, type CarriedFile } from "./index.js";
import { printCarries } from "./printCarries.fixture.js";

const KB = 1024;
const MB = KB * KB;
const PHOTO = { mime: "image/jpeg", size: 100 * KB };
const SOUND = { mime: "audio/mpeg", size: 100 * KB };
const PAPER = { mime: "application/pdf", size: 100 * KB };

const plan = (api: ConnectorApi, text: string, files: readonly CarriedFile[] = [], voice = false) => {
  const made = planMessage(api, { text, files, voice });
  if ("refused" in made) return made.refused.code;
  return made.parts.map((part) => (part.kind === "text" ? part.text : [part.media, part.caption]));
};

describe("the plan of a message", () => {
  describe.each(CONNECTOR_APIS)("on %s", (api) => {
    it("is the text alone, however it is spaced", () => {
      expect(plan(api, "  Oi\n\nTudo bem?  ")).toEqual(["  Oi\n\nTudo bem?  "]);
    });

    it("has the text as the caption of the first file", () => {
      expect(plan(api, "Nota", [PHOTO, PAPER])).toEqual([
        ["image", "Nota"],
        ["document", ""],
      ]);
    });

    it.each([
      ["a sound", SOUND, "audio"],
      ["a sticker", { mime: "image/webp", size: 50 * KB, media: "sticker" }, "sticker"],
    ] as const)("has the text before %s, which has no caption [D-265]", (_what, file, kind) => {
      expect(plan(api, "Ouça isto", [file, PHOTO])).toEqual(["Ouça isto", [kind, ""], ["image", ""]]);
    });

    it("has a text before a voice note, in whatever format it was recorded", () => {
      expect(plan(api, "Ouça", [{ mime: "audio/webm", size: KB }], true)).toEqual(["Ouça", ["audio", ""]]);
    });

    it("has no text of spaces beside a file", () => {
      expect(plan(api, " \n ", [PHOTO])).toEqual([["image", ""]]);
      expect(plan(api, " \n ", [SOUND])).toEqual([["audio", ""]]);
    });

    it("has a caption that is too long after its file, and before the others [D-265]", () => {
      const { caption } = CARRIES[api].kinds.image;
      const long = "a".repeat(caption + 1);
      const parts = plan(api, long, [PHOTO, PAPER]);
      expect([parts[0], parts.at(-1)]).toEqual([
        ["image", ""],
        ["document", ""],
      ]);
      expect(parts.slice(1, -1)).toEqual(splitText(long, CARRIES[api].longestText));
      expect(plan(api, long.slice(1), [PHOTO])).toEqual([["image", long.slice(1)]]);
    });

    it("loses what was stored longer than its network brings, or of a kind that it does not take", () => {
      const { longestText, kinds } = CARRIES[api];
      const file = {
        kind: "media",
        media: "image",
        path: "/x",
        mime: "image/png",
        fileName: "x.png",
        size: 1,
        voice: false,
        seconds: null,
      } as const;
      const text = (length: number) => lossOf(api, { kind: "text", body: "a".repeat(length), mentions: [] });
      const photo = (length: number) => lossOf(api, { ...file, caption: "a".repeat(length) });
      expect([text(longestText), text(longestText + 1)]).toEqual([null, "ERR_TEXT_NOT_CARRIED"]);
      expect([photo(kinds.image.caption), photo(kinds.image.caption + 1)]).toEqual([null, "ERR_TEXT_NOT_CARRIED"]);
      const film = { ...file, media: "video", mime: "video/x-matroska", size: 10 ** 12, caption: "" } as const;
      expect(lossOf(api, film)).toBe(carriageOf(api, film) === null ? "ERR_FILE_NOT_CARRIED" : null);
      expect(lossOf("cloud_api", film)).toBe("ERR_FILE_NOT_CARRIED");
      expect(lossOf(api, { kind: "contacts", cards: [] })).toBeNull();
    });

    it("has a long text in parts none of which is too long, and no word is lost [D-265]", () => {
      const { longestText } = CARRIES[api];
      const long = "Bom dia, segue o que falta do pedido. ".repeat(Math.ceil((longestText * 2.2) / 38));
      const parts = plan(api, long);
      expect(parts.length).toBeGreaterThan(2);
      for (const part of parts) expect(String(part).length).toBeLessThanOrEqual(longestText);
      expect(Array.isArray(parts) && parts.join(" ")).toBe(long.trim());
    });

    it("brings all of 30,000 characters, alone and beside a file, and no sign in two [D-265]", () => {
      const family = "👨‍👩‍👧‍👦";
      const long = `${family} Bom dia, שלום. `.repeat(1_120).trim();
      expect(long.length).toBeGreaterThan(30_000);
      for (const files of [[], [PHOTO], [SOUND]]) {
        const parts = plan(api, long, files);
        const texts = Array.isArray(parts) ? parts.flatMap((part) => (typeof part === "string" ? [part] : [part[1] ?? ""])) : [];
        expect(texts.join("").replace(/\s/g, "")).toBe(long.replace(/\s/g, ""));
        expect(texts.every((text) => !/^[\uDC00-\uDFFF\u200D]|[\uD800-\uDBFF\u200D]$/.test(text))).toBe(true);
      }
    });

    it("has ten files in their order, and the words once", () => {
      const files = [PAPER, PHOTO, SOUND, PAPER, PHOTO, SOUND, PAPER, PHOTO, SOUND, PAPER];
      const kinds = ["document", "image", "audio"];
      expect(plan(api, "Segue tudo", files)).toEqual(files.map((_file, at) => [kinds[at % 3], at === 0 ? "Segue tudo" : ""]));
      expect(plan(api, "Ouça", files.slice(2))).toEqual(["Ouça", ...files.slice(2).map((_file, at) => [kinds[(at + 2) % 3], ""])]);
    });

    it("keeps a forwarded document one", () => {
      expect(plan(api, "", [{ ...PHOTO, media: "document" }])).toEqual([["document", ""]]);
    });
  });

  it.each<[string, ConnectorApi, string, number, string]>([
    ["a GIF that cannot be converted as a document where it would stand still", "meow", "image/gif", KB, "document image/gif"],
    ["a sound that phones do not play and that cannot be converted as a document", "baileys", "audio/wav", KB, "document audio/wav"],
    ["any file as a document on WhatsApp", "wwebjs", "application/zip", KB, "document application/zip"],
    ["a large picture as a document on Meta", "cloud_api", "image/png", 5 * MB + 1, "document image/png"],
    ["a large film as a document on Meta", "cloud_api", "video/mp4", 16 * MB + 1, "document video/mp4"],
    ["a webp that cannot be converted as a document on Meta", "cloud_api", "image/webp", KB, "document image/webp"],
    ["an invoice in xml as plain text on Meta", "cloud_api", "application/xml", KB, "document text/plain"],
    ["a table in csv as plain text on Meta", "cloud_api", "text/csv; charset=utf-8", KB, "document text/plain"],
    ["json as plain text on Meta", "cloud_api", "application/json", KB, "document text/plain"],
    ["xml as itself where every type is taken", "meow", "application/xml", KB, "document application/xml"],
    ["a zip not on Meta", "cloud_api", "application/zip", KB, "refused"],
    ["an odt not on Meta", "cloud_api", "application/vnd.oasis.opendocument.text", KB, "refused"],
    ["a heic not on Meta", "cloud_api", "image/heic", KB, "refused"],
    ["an unknown file not on Meta", "cloud_api", "application/octet-stream", KB, "refused"],
  ])("carries %s [D-265]", (_what, api, mime, size, expected) => {
    const carriage = carriageOf(api, { mime, size });
    expect(carriage === null ? "refused" : `${carriage.media} ${carriage.mime}`).toBe(expected);
  });

  it.each<[string, ConnectorApi, CarriedFile, string]>([
    ["a moving webp that cannot be converted", "meow", { mime: "image/webp", size: KB, moves: true }, "document"],
    ["a png of 16 bits that cannot be converted", "cloud_api", { mime: "image/png", size: KB, depth: 16 }, "document"],
    ["a film that is HEVC", "cloud_api", { mime: "video/mp4", size: KB, codec: "hvc1.1.6.L93.B0" }, "document"],
    ["a film that is HEVC", "meow", { mime: "video/mp4", size: KB, codec: "hvc1.1.6.L93.B0" }, "video"],
    ["a sticker that moves", "cloud_api", { mime: "image/webp", size: 400 * KB, media: "sticker", moves: true }, "sticker"],
    [
      "a sticker that stands still and is too large for one",
      "cloud_api",
      { mime: "image/webp", size: 101 * KB, media: "sticker", moves: false },
      "document",
    ],
  ])("brings %s on %s as %j: %s [D-265]", (_what, api, file, media) => {
    expect(carriageOf(api, file)?.media).toBe(media);
  });

  it("keeps a recording that could not be converted a sound where every type is taken", () => {
    const recording = { mime: "audio/webm", size: KB, media: "audio" } as const;
    expect([carriageOf("meow", recording), carriageOf("cloud_api", recording)]).toEqual([{ media: "audio", mime: "audio/webm" }, null]);
  });

  it("names the first file that the network refuses, and has no part then", () => {
    const zip = { mime: "application/zip", size: KB };
    expect(planMessage("cloud_api", { text: "Segue", files: [PHOTO, zip], voice: false })).toEqual({
      refused: { code: "ERR_FILE_NOT_CARRIED", file: zip },
    });
  });
});

const CONNECTORS = new URL("../../../../docs/CONNECTORS.md", import.meta.url);
const PRINTED = /(<!-- printed: what is carried -->\n)[^]*?(<!-- end -->)/;

it("is told in docs/CONNECTORS.md as the code has it, for every network", async () => {
  const document = await readFile(CONNECTORS, "utf8");
  const told = document.replace(PRINTED, (_all, before: string, after: string) => `${before}\n${printCarries()}\n\n${after}`);
  if (process.env["UPDATE_CARRIES"] === "1") await writeFile(CONNECTORS, told);
  else expect(document).toBe(told);
  expect(document).toMatch(PRINTED);
});

it.each<[string, ConnectorApi, CarriedFile, string | null]>([
  ["a GIF becomes a film everywhere", "meow", { mime: "image/gif", size: KB }, "film video"],
  ["a GIF becomes a film on Meta", "cloud_api", { mime: "image/gif", size: KB }, "film video"],
  ["a GIF that was sent as a document stays one where it may", "baileys", { mime: "image/gif", size: KB, media: "document" }, null],
  ["a wav becomes a sound that phones play", "wwebjs", { mime: "audio/wav", size: KB }, "sound audio"],
  ["a voice note of an older phone becomes a sound that Meta takes", "cloud_api", { mime: "audio/3gpp", size: KB }, "sound audio"],
  ["a scan in tiff keeps every detail where documents are of any type", "meow", { mime: "image/tiff", size: KB }, null],
  ["a scan in tiff becomes a picture on Meta", "cloud_api", { mime: "image/tiff", size: KB }, "picture image"],
  ["a picture of four inks becomes one that Meta takes", "cloud_api", { ...PHOTO, channels: 4 }, "picture image"],
  ["a picture of four inks stays where it is shown", "meow", { ...PHOTO, channels: 4 }, null],
  ["a photograph stays", "cloud_api", { ...PHOTO, channels: 3, depth: 8 }, null],
  ["a scan in grey becomes one that Meta takes", "cloud_api", { ...PHOTO, channels: 1 }, "picture image"],
  ["a png of 16 bits becomes one that Meta takes", "cloud_api", { mime: "image/png", size: KB, channels: 3, depth: 16 }, "picture image"],
  ["a png with transparency stays", "cloud_api", { mime: "image/png", size: KB, channels: 4, depth: 8 }, null],
  ["a picture of four inks that is a document stays one", "cloud_api", { ...PHOTO, channels: 4, media: "document" }, null],
  ["a picture too large to be drawn stays", "cloud_api", { ...PHOTO, channels: 4, width: 12_000, height: 9_000 }, null],
  ["a webp becomes a picture that Meta takes", "cloud_api", { mime: "image/webp", size: KB, moves: false }, "picture image"],
  ["a webp stays where it is shown", "baileys", { mime: "image/webp", size: KB, moves: false }, null],
  ["a moving webp becomes a film", "meow", { mime: "image/webp", size: KB, moves: true }, "film video"],
  ["a moving sticker stays one", "cloud_api", { mime: "image/webp", size: KB, moves: true, media: "sticker" }, null],
  ["an Ogg that is no Opus becomes a sound that phones play", "wwebjs", { mime: "audio/ogg", size: KB, codec: "vorbis" }, "sound audio"],
  ["a voice note has a converter of its own", "cloud_api", { mime: "audio/webm", size: KB, voice: true }, null],
])("converts before it leaves: %s [D-265]", (_what, api, file, expected) => {
  const conversion = conversionOf(api, file);
  expect(conversion && `${conversion.by} ${conversion.media}`).toBe(expected);
  const plan = planMessage(api, { text: "", files: [file], voice: file.voice ?? false });
  if (expected !== null) expect(plan).toMatchObject({ parts: [{ convert: conversion?.by, media: conversion?.media }] });
});

it.each<[ConnectorApi, CarriedFile, string]>([
  ["meow", { ...PHOTO, width: 12_000, height: 9_000 }, "document"],
  ["cloud_api", { ...PHOTO, width: 12_000, height: 9_000 }, "document"],
  ["meow", { ...PHOTO, width: 4_000, height: 3_000 }, "image"],
  ["meow", { ...PHOTO, width: null, height: null }, "image"],
])("sends on %s a picture that is too large to be drawn as a document: %j [D-265, S-47]", (api, file, media) => {
  expect(plan(api, "", [file])).toEqual([[media, ""]]);
});

describe("a long text", () => {
  it.each([
    ["between paragraphs", "Um dois.\n\nTrês quatro. Cinco", 20, ["Um dois.", "Três quatro. Cinco"]],
    ["between lines", "Um dois.\nTrês quatro. Cinco", 20, ["Um dois.", "Três quatro. Cinco"]],
    ["between sentences", "Um dois três. Quatro cinco seis", 20, ["Um dois três.", "Quatro cinco seis"]],
    ["between words", "um dois três quatro cinco", 12, ["um dois três", "quatro cinco"]],
    ["in a word that is too long", "abcdefghij", 4, ["abcd", "efgh", "ij"]],
    ["never in an emoji", `abc👨‍👩‍👧‍👦def`, 11, ["abc", "👨‍👩‍👧‍👦", "def"]],
    ["never in a flag or a surrogate pair", "🇧🇷🇧🇷🇧🇷", 6, ["🇧🇷", "🇧🇷", "🇧🇷"]],
    ["never between a letter and its accent", "ae\u0301ae\u0301", 2, ["a", "e\u0301", "a", "e\u0301"]],
    [
      "in an accent that is longer than a message",
      `a${"\u0301".repeat(9)}`,
      4,
      [`a${"\u0301".repeat(3)}`, "\u0301".repeat(4), "\u0301".repeat(2)],
    ],
    ["from right to left", "שלום לכולם מה שלומכם", 10, ["שלום לכולם", "מה שלומכם"]],
  ])("is cut %s [D-265]", (_where, text, longest, expected) => {
    expect(splitText(text, longest)).toEqual(expected);
  });

  it("of 30,000 characters without a space loses none of them", () => {
    const text = "👍🏽é".repeat(6_000);
    const parts = splitText(text, 4_096);
    expect(parts.join("")).toBe(text);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(4_096);
  });
});
