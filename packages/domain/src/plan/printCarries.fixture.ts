import { CAPABILITIES, CARRIES, type ConnectorApi } from "../connections/index.js";
import { MEDIA_KINDS, type MediaKind } from "../messages/index.js";
import { carriageOf, conversionOf } from "./index.js";

const NETWORKS = {
  "API 1": "wwebjs",
  "API 2": "baileys",
  "API 3": "meow",
  "Meta Cloud API": "cloud_api",
} as const satisfies Record<string, ConnectorApi>;
/** Files of offices, as the table names them. */
const FILES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  "docx, xlsx, pptx, doc, xls, ppt": "application/msword",
  txt: "text/plain",
  "xml (NF-e), csv, json, html, svg": "application/xml",
  "jpg, png": "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  "tiff, avif": "image/tiff",
  "heic, bmp": "image/heic",
  "mp4, 3gp": "video/mp4",
  "mov, webm": "video/quicktime",
  "mp3, m4a, aac, amr, ogg": "audio/mpeg",
  "wav, flac": "audio/wav",
  "zip, rar, odt, ods, other": "application/zip",
};

const number = (value: number): string => value.toLocaleString("en-US");
const bytes = (value: number): string => (value < 1024 * 1024 ? `${value / 1024} KB` : `${value / 1024 / 1024} MB`);

function kindCell(api: ConnectorApi, kind: MediaKind): string {
  const { caption, mostBytes } = CARRIES[api].kinds[kind];
  const words = caption === 0 ? "no caption: its text is a message before it" : `caption up to ${number(caption)}`;
  return mostBytes === null ? words : `${words}; up to ${bytes(mostBytes)}`;
}

function fileCell(api: ConnectorApi, mime: string): string {
  const conversion = conversionOf(api, { mime, size: 1 });
  if (conversion !== null) return `as ${conversion.media}, converted`;
  const carriage = carriageOf(api, { mime, size: 1 });
  if (carriage === null) return "refused, with a sentence";
  return carriage.mime === mime ? `as ${carriage.media}` : `as ${carriage.media}, of type ${carriage.mime}`;
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
    ...Object.entries(FILES).map(([name, mime]) => row([name, ...apis.map((api) => fileCell(api, mime))])),
  ].join("\n");
}
