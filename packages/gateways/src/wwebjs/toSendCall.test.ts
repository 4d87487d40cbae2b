import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { OutboundContent, OutboundMessage } from "@balcao/domain/messages";
import type { WwebLibrary } from "./library.js";
import { toSendCall } from "./toSendCall.js";

/** The library's two classes, as what they are made of. */
const library = {
  MessageMedia: function MessageMedia(this: object, ...given: readonly unknown[]) {
    Object.assign(this, { media: given });
  },
  Location: function Location(this: object, ...given: readonly unknown[]) {
    Object.assign(this, { location: given });
  },
} as unknown as WwebLibrary;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "balcao-send-call-"));
  await writeFile(path.join(folder, "file"), "abc");
  await writeFile(path.join(folder, "empty"), "");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const callOf = async (content: OutboundContent, forwarded: OutboundMessage["forwarded"] = null): Promise<unknown> => {
  const message = { outboxId: "1", externalId: "X", to: { phone: "5511988887777" }, content, quoted: null, forwarded };
  const call = await toSendCall(library, message);
  // Without the prototypes of the library's objects.
  return JSON.parse(JSON.stringify(call));
};
const ALWAYS = { sendSeen: false, waitUntilMsgSent: true, linkPreview: false };
const FORWARDED = { isForwarded: true, forwardingScore: 1 };
const card = (name: string) => ({ name, vcard: `BEGIN:VCARD\nFN:${name}\nEND:VCARD` });

const place = { kind: "location", latitude: -23.5, longitude: -46.6, name: "Loja", address: "Rua A" } as const;
const text = { kind: "text", body: "Oi" } as const;

describe("the call of WhatsApp Web for a message", () => {
  it.each<[string, OutboundContent, object]>([
    ["a text", { ...text, mentions: [] }, { content: "Oi", options: { parseVCards: false }, mark: { types: ["chat"], text: "Oi" } }],
    [
      "a text with those mentioned who have an address",
      { ...text, mentions: [{ phone: "1" }, {}, { lid: "2" }] },
      { content: "Oi", options: { parseVCards: false, mentions: ["1@c.us", "2@lid"] }, mark: { types: ["chat"], text: "Oi" } },
    ],
    [
      "a place",
      place,
      { content: { location: [-23.5, -46.6, { name: "Loja", address: "Rua A" }] }, options: {}, mark: { types: ["location"], text: null } },
    ],
    [
      "a card",
      { kind: "contacts", cards: [card("Rui")] },
      {
        content: card("Rui").vcard,
        options: { extra: { type: "vcard", vcardFormattedName: "Rui" }, parseVCards: false },
        mark: { types: ["vcard"], text: card("Rui").vcard },
      },
    ],
    [
      "several cards",
      { kind: "contacts", cards: [card("Rui"), card("Ana")] },
      {
        content: "",
        options: {
          extra: {
            type: "multi_vcard",
            vcardList: ["Rui", "Ana"].map((name) => ({ displayName: name, vcard: card(name).vcard })),
            body: null,
          },
          parseVCards: false,
        },
        mark: { types: ["multi_vcard"], text: null },
      },
    ],
  ])("carries %s, and a mark where it is sent on", async (_what, content, call) => {
    const { options } = call as { options: { extra?: object } };
    expect(await callOf(content)).toEqual({ ...call, options: { ...ALWAYS, ...options } });
    const extra = { ...FORWARDED, ...options.extra };
    expect(await callOf(content, { original: null })).toEqual({ ...call, options: { ...ALWAYS, ...options, extra } });
  });

  it.each([
    [["image", "image/jpeg"], {}, "image/jpeg", {}, ["image"]],
    [["image", "image/heic"], {}, "image/heic", { sendMediaAsDocument: true }, ["document"]],
    [["sticker", "image/webp"], {}, "image/webp", { sendMediaAsSticker: true }, ["sticker"]],
    [["video", "video/mp4"], {}, "video/mp4", {}, ["video", "gif"]],
    [["audio", "audio/mpeg"], {}, "audio/mpeg", {}, ["audio"]],
    [["audio", "audio/ogg"], { voice: true }, "audio/ogg; codecs=opus", { sendAudioAsVoice: true }, ["ptt"]],
    [["audio", "audio/mpeg"], { voice: true }, "audio/mpeg", { sendAudioAsVoice: true }, ["ptt"]],
    [["document", "application/pdf"], { caption: "", fileName: "" }, "application/pdf", { sendMediaAsDocument: true }, ["document"]],
  ] as const)("carries a file as what it is: %j %j", async ([media, mime], changes, type, form, types) => {
    const file = { kind: "media", media, path: path.join(folder, "file"), mime, fileName: "a.bin", size: 3, caption: "Veja" } as const;
    const content = { ...file, voice: false, seconds: null, ...changes };
    expect(await callOf(content)).toEqual({
      content: { media: [type, "YWJj", content.fileName || "arquivo", 3] },
      options: { ...ALWAYS, ...(content.caption !== "" && { caption: content.caption }), ...form },
      mark: { types, text: content.caption },
    });
    await expect(callOf({ ...content, path: path.join(folder, "empty") })).rejects.toThrow("an empty file");
  });

  it("has none for no card and for what WhatsApp Web does not send", async () => {
    expect(await callOf({ kind: "contacts", cards: [] })).toBeNull();
    expect(await callOf({ kind: "template", name: "aviso", language: "pt_BR", parts: [], files: [], version: null })).toBeNull();
  });
});
