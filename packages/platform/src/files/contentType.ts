import type { FileHandle } from "node:fs/promises";
import { extensionOf } from "./fileName.js";

/** The type of a file by its content. */
export type ContentType = Readonly<{ mime: string; extension: string }>;

/** Types that a browser may show inside the app; all others are downloads (S-44). */
const inlineTypes = new Set([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "audio/ogg",
  "audio/mpeg",
  "audio/mp4",
  "audio/aac",
  "audio/webm",
  "video/mp4",
  "video/webm",
]);

/**
 * True when a browser may show this type; never for svg, html, xml, pdf or anything unknown.
 */
export function isInlineType(mime: string): boolean {
  return inlineTypes.has(mime);
}

const sampleBytes = 16_384;
const unknownType: ContentType = { mime: "application/octet-stream", extension: "bin" };

/** Types that file-type separates or names differently than browsers and gateways do. */
const sameAs: Readonly<Record<string, ContentType>> = {
  "audio/ogg; codecs=opus": { mime: "audio/ogg", extension: "ogg" },
  "application/ogg": { mime: "audio/ogg", extension: "ogg" },
  "audio/x-m4a": { mime: "audio/mp4", extension: "m4a" },
  "image/apng": { mime: "image/png", extension: "png" },
  "video/x-m4v": { mime: "video/mp4", extension: "mp4" },
};

/** Containers of several programs: the name decides among harmless types that are all downloads. */
const namedContainers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "application/x-cfb": {
    doc: "application/msword",
    xls: "application/vnd.ms-excel",
    ppt: "application/vnd.ms-powerpoint",
    msg: "application/vnd.ms-outlook",
  },
};

/**
 * Plain text that keeps its extension; the content decides that it is text, the name decides which
 * kind.
 */
const textTypes: Readonly<Record<string, string>> = {
  txt: "text/plain",
  log: "text/plain",
  md: "text/plain",
  csv: "text/csv",
  vcf: "text/vcard",
  ics: "text/calendar",
  json: "application/json",
};

/**
 * The type of the file at `path`, read from its content. The declared type only separates
 * sound from video inside mp4 and webm containers; the name only separates kinds of text and old
 * office files.
 */
export async function sniffContentType(path: string, handle: FileHandle, declaredMime: string, originalName: string): Promise<ContentType> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
  const sample = buffer.subarray(0, bytesRead);
  // Loaded with the first file, like everything that a process at rest does not need.
  const { fileTypeFromFile } = await import("file-type");
  const sniffed = await fileTypeFromFile(path);
  if (sniffed !== undefined && !isMarkupOrText(sniffed.mime)) return refine(sniffed.mime, sniffed.ext, declaredMime, originalName);
  return toTextType(sample, bytesRead === sampleBytes, originalName) ?? unknownType;
}

function isMarkupOrText(mime: string): boolean {
  return /^text\/|^application\/(?:xml|json)$|\+(?:xml|json)$/.test(mime);
}

function refine(mime: string, extension: string, declaredMime: string, originalName: string): ContentType {
  const type = sameAs[mime] ?? { mime: mime.replace(/;.*$/, ""), extension };
  if (declaredMime.startsWith("audio/") && type.mime === "video/mp4") return { mime: "audio/mp4", extension: "m4a" };
  if (declaredMime.startsWith("audio/") && type.mime === "video/webm") return { mime: "audio/webm", extension: "webm" };
  const name = extensionOf(originalName);
  const named = namedContainers[type.mime]?.[name];
  return named === undefined ? type : { mime: named, extension: name };
}

function toTextType(sample: Buffer, isCut: boolean, originalName: string): ContentType | undefined {
  const text = toText(sample, isCut);
  if (text === undefined) return undefined;
  const markup = toMarkupType(text);
  if (markup !== undefined) return markup;
  const extension = extensionOf(originalName);
  const mime = Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined;
  return mime === undefined ? { mime: "text/plain", extension: "txt" } : { mime, extension };
}

/**
 * The sample as text: UTF-8 or UTF-16 with a byte order mark, or bytes without control characters;
 * otherwise undefined.
 */
function toText(sample: Buffer, isCut: boolean): string | undefined {
  if (sample[0] === 0xff && sample[1] === 0xfe) return sample.toString("utf16le");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: isCut });
    return hasControls(text) ? undefined : text;
  } catch {
    const text = sample.toString("latin1");
    return hasControls(text) ? undefined : text;
  }
}

function hasControls(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
}

/** The type of markup that a browser might run, wherever in the sample it begins. */
function toMarkupType(text: string): ContentType | undefined {
  if (/<svg[\s>/]/i.test(text)) return { mime: "image/svg+xml", extension: "svg" };
  if (/<(?:!doctype\s+html|html|head|body|script|iframe|object|embed)[\s>/]/i.test(text)) return { mime: "text/html", extension: "html" };
  if (/^\s*<(?:\?xml|!doctype|[a-z_][\w.:-]*[\s>])/i.test(text)) return { mime: "application/xml", extension: "xml" };
  return undefined;
}
