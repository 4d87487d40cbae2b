import { CAPABILITIES, CARRIES, type ConnectorApi } from "../connections/index.js";
import { MEDIA_KINDS, type MediaKind } from "../messages/index.js";
import { carriageOf, conversionOf, type CarriedFile } from "./index.js";

const NETWORKS = {
  "API 1": "wwebjs",
  "API 2": "baileys",
  "API 3": "meow",
  "Meta Cloud API": "cloud_api",
} as const satisfies Record<string, ConnectorApi>;
/** Files of offices, as the table names them. */
const FILES: Readonly<Record<string, Omit<CarriedFile, "size">>> = {
  pdf: { mime: "application/pdf" },
  "docx, xlsx, pptx, doc, xls, ppt": { mime: "application/msword" },
  txt: { mime: "text/plain" },
  "xml (NF-e), csv, json, html, svg": { mime: "application/xml" },
  "jpg, png": { mime: "image/jpeg" },
  "jpg, png in print colours, in grey, of 16 bits": { mime: "image/jpeg", channels: 4 },
  webp: { mime: "image/webp" },
  "webp that moves": { mime: "image/webp", moves: true },
  gif: { mime: "image/gif" },
  "tiff, avif": { mime: "image/tiff" },
  "heic, bmp": { mime: "image/heic" },
  "mp4, 3gp": { mime: "video/mp4" },
  "mp4 in HEVC": { mime: "video/mp4", codec: "hvc1" },
  "mov, webm": { mime: "video/quicktime" },
  "mp3, m4a, aac, amr, ogg": { mime: "audio/mpeg" },
  "ogg that is no Opus": { mime: "audio/ogg", codec: "vorbis" },
  "wav, flac": { mime: "audio/wav" },
  "zip, rar, odt, ods, other": { mime: "application/zip" },
};

const number = (value: number): string => value.toLocaleString("en-US");
const bytes = (value: number): string => (value < 1024 * 1024 ? `${value / 1024} KB` : `${value / 1024 / 1024} MB`);

function kindCell(api: ConnectorApi, kind: MediaKind): string {
  const { caption, mostBytes } = CARRIES[api].kinds[kind];
  const words = caption === 0 ? "no caption: its text is a message before it" : `caption up to ${number(caption)}`;
  return mostBytes === null ? words : `${words}; up to ${bytes(mostBytes)}`;
}

function fileCell(api: ConnectorApi, facts: Omit<CarriedFile, "size">): string {
  const file = { ...facts, size: 1 };
  const conversion = conversionOf(api, file);
  if (conversion !== null) return `as ${conversion.media}, converted`;
  const carriage = carriageOf(api, file);
  if (carriage === null) return "refused, with a sentence";
  return carriage.mime === file.mime ? `as ${carriage.media}` : `as ${carriage.media}, of type ${carriage.mime}`;
}

/** The tables of docs/CONNECTORS.md, from the facts that the plan of a message reads (D-265). */
export function printCarries(): string {
  const apis = Object.values(NETWORKS);
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const head = (first: string): string[] => [row([first, ...Object.keys(NETWORKS)]), row(["---", ...apis.map(() => "---")])];
  return [
    ...head("what"),
    row(["text", ...apis.map((api) => `up to ${number(CARRIES[api].longestText)} characters, then in several messages`)]),
    row(["files of one message together", ...apis.map((api) => `up to ${bytes(CAPABILITIES[api].uploadLimitBytes)}`)]),
    row(["templates", ...apis.map((api) => (CAPABILITIES[api].templates ? "yes" : "no"))]),
    ...MEDIA_KINDS.map((kind) => row([kind, ...apis.map((api) => kindCell(api, kind))])),
    "",
    ...head("file"),
    ...Object.entries(FILES).map(([name, facts]) => row([name, ...apis.map((api) => fileCell(api, facts))])),
  ].join("\n");
}
