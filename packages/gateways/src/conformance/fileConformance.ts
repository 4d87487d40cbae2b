import { readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { CARRIES, type ConnectorApi } from "@balcao/domain/connections";
import { carriageOf, notCarriedSentence, planMessage } from "@balcao/domain/plan";
import { systemClock } from "@balcao/platform/clock";
import { createFileStore, withFile, type FileStore, type StoredFile } from "@balcao/platform/files";
import { createPictureTool } from "@balcao/platform/pictures";
import type { InboundEvent } from "@balcao/domain/messages";
import type { ShownMessage } from "./gatewayDouble.js";
import { until } from "./testHost.js";
import { OFFICE_FILES, type OfficeFile } from "./officeFiles.fixture.js";
import type { OutboundDrafts } from "./outboundDrafts.js";
import type { Stage } from "./sessionConformance.js";

const MOST_BYTES = 1024 * 1024;
/** In the order of the files. */
const REFUSED_BY_META = [
  "planta.dwg",
  "backup.zip",
  "a.rar",
  "dados.dat",
  "anim.gif",
  "IMG_0001.HEIC",
  "figura.bmp",
  "IMG_0002.MOV",
  "filme.webm",
  "voz.3gp",
  "som.wav",
  "som.flac",
];
/** As on a machine without ffmpeg: pictures are converted, films and sounds are not. */
const pictures = createPictureTool({ program: "no-such-program" });

interface Watch {
  readonly shown: () => Promise<readonly ShownMessage[]>;
  readonly messages: () => readonly Extract<InboundEvent, { kind: "message" }>[];
}

/** Files of every kind arrive as their plan shows them, or are refused with a sentence; what customers send arrives whole, and is the same kind. */
export function fileConformance(stage: () => Stage, { shown, messages }: Watch, { draft, sendNow }: OutboundDrafts): void {
  let store: FileStore;
  beforeAll(async () => {
    const root = path.dirname(await stage().host.temporaryPath());
    store = createFileStore({ root: path.join(root, "store"), blockedExtensions: [], clock: systemClock });
  });
  const keep = ({ bytes, name, type }: OfficeFile): Promise<StoredFile> =>
    store.write(Readable.from([bytes]), { originalName: name, declaredMime: type, maxBytes: MOST_BYTES });
  /** The file as it leaves, and its kind; null where the network takes it in no form. */
  const convert = async (file: StoredFile, by: string | null) => {
    const target = await stage().host.temporaryPath();
    const write = (from: string) => {
      if (by === "picture") return pictures.toPhoto({ path: from, mime: file.mime }, target);
      throw new Error("there is no ffmpeg");
    };
    if (by !== null) {
      const isMade = await withFile(store, file.path, write).then(
        () => true,
        () => false,
      );
      if (isMade) return keep({ bytes: await readFile(target), name: file.originalName, type: "image/jpeg" });
    }
    return file;
  };

  /** How a file left, in the words of its plan; the sentence where the network takes it in no form. */
  const sendOut = async (office: OfficeFile): Promise<string> => {
    const { api } = stage().session;
    const file = await keep(office);
    const plan = planMessage(api, { text: "Segue", files: [file], voice: false });
    const part = "refused" in plan ? undefined : plan.parts.find((each) => each.kind === "file");
    if (part === undefined) return refusal(api, office.name);
    const sent = await convert(file, part.convert);
    const media = sent === file && part.convert !== null ? carriageOf(api, sent)?.media : part.media;
    if (media === undefined) return refusal(api, office.name);
    const caption = CARRIES[api].kinds[media].caption === 0 ? "" : "Segue";
    const { id: _id, danger: _danger, path: stored, originalName: fileName, ...facts } = sent;
    const before = (await shown()).length;
    await withFile(store, stored, (at) =>
      sendNow(draft({ kind: "media", ...facts, path: at, media, fileName, caption, voice: false, seconds: null })),
    );
    const arrived = (await shown()).slice(before);
    const isWhole = arrived[0]?.bytes?.equals(await withFile(store, stored, (at) => readFile(at))) === true;
    const name = media === "document" ? fileName : "";
    const wanted = { kind: media, text: caption, fileName: name };
    expect([office.name, arrived, isWhole]).toEqual([office.name, [expect.objectContaining(wanted)], true]);
    return sent === file ? media : `${media}, converted`;
  };

  it("take files of every kind out as they are shown, or refuse them with a sentence [D-265, D-470]", async () => {
    const { api } = stage().session;
    const left: Record<string, string> = {};
    for (const office of OFFICE_FILES) left[office.name] = await sendOut(office);
    const refused = Object.keys(left).filter((name) => left[name]?.startsWith("A API oficial"));
    // Without ffmpeg films and sounds of other forms do not leave to Meta; nothing is refused elsewhere.
    expect(refused).toEqual(api === "cloud_api" ? REFUSED_BY_META : []);
    const isMeta = api === "cloud_api";
    expect(left).toMatchObject({
      "Lista de preços.txt": "document",
      "lista sem marca.txt": "document",
      "trocada.png": "image",
      "foto.jpg": "document",
      "108mp.jpg": "document",
      "gráfica.jpg": isMeta ? "image, converted" : "image",
      "scan.jpg": isMeta ? "image, converted" : "image",
      "16 bits.png": isMeta ? "image, converted" : "image",
      "site.webp": isMeta ? "image, converted" : "image",
      "scan.tiff": isMeta ? "image, converted" : "document",
      "moving.webp": "document",
      "musica.ogg": isMeta ? "document" : "audio",
    });
  }, 120_000);

  it("bring files of every kind in whole, and as what they are [S-41, D-265]", async () => {
    for (const { bytes, name, type } of OFFICE_FILES) {
      const family = /^(?:image|audio|video)(?=\/)/.exec(type)?.[0];
      const kind = family === "image" || family === "audio" || family === "video" ? family : "document";
      const before = messages().length;
      await stage().double.act({ kind, bytes, mime: type === "" ? "application/octet-stream" : type, fileName: name, caption: "" });
      const [message] = await until(
        () => messages().slice(before),
        (found) => found.length > 0,
      );
      const content = message?.content;
      if (content?.kind !== "media" || content.source === null) throw new Error(`no file: ${name}`);
      const { source } = content;
      const got = source.at === "store" ? stage().double.fileBytes(source.fileId) : await fetched(stage(), source);
      const stored = await keep({ bytes, name: content.fileName ?? "", type: content.mime ?? "" });
      // Phones name no picture, film or sound: only a name tells kinds of text apart.
      const meant = await keep({ bytes, name: kind === "document" ? name : "", type });
      expect([name, got?.equals(bytes), stored.mime]).toEqual([name, true, meant.mime]);
    }
  }, 120_000);
}

const refusal = (api: ConnectorApi, name: string): string => {
  expect(api).toBe("cloud_api");
  return notCarriedSentence(name);
};

async function fetched(stage: Stage, source: Parameters<NonNullable<Stage["session"]["fetchMedia"]>>[0]): Promise<Buffer | null> {
  const found = await stage.session.fetchMedia?.(source);
  return found === undefined ? null : readFile(found.path);
}
