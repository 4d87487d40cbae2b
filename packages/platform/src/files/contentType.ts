import type { FileHandle } from "node:fs/promises";
import { extensionOf } from "./fileName.js";
import { readTextSample, type TextSample } from "./textSample.js";

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

/** What a container of films is when it holds sound alone. */
const soundOf: Readonly<Record<string, ContentType>> = {
  "video/mp4": { mime: "audio/mp4", extension: "m4a" },
  "video/webm": { mime: "audio/webm", extension: "webm" },
  "video/3gpp": { mime: "audio/3gpp", extension: "3gp" },
  "video/3gpp2": { mime: "audio/3gpp2", extension: "3g2" },
};
const soundNames = new Set(["m4a", "m4b", "3ga", "amr", "awb", "aac", "oga", "opus", "weba"]);

/**
 * Types that two or three bytes make, and the names that confirm them. Other names and other declared types
 * deny them: such bytes are in many files.
 */
const weakTypes: Readonly<Record<string, readonly string[]>> = {
  "application/x-apple-diskimage": ["dmg"],
  "application/x-arj": ["arj"],
  "application/x-bzip2": ["bz2", "tbz2"],
  "application/x-compress": ["z"],
  "application/x-cpio": ["cpio"],
  "application/x-shockwave-flash": ["swf"],
  "audio/aac": ["aac", "adts"],
  "audio/mpeg": ["mp1", "mp2", "mp3", "mpga"],
  "audio/vnd.dolby.dd-raw": ["ac3"],
  "audio/x-musepack": ["mpc"],
  "image/bmp": ["bmp", "dib"],
  "image/jxl": ["jxl"],
  "image/vnd.ms-photo": ["jxr", "wdp"],
};
/** MZ alone: what has a program's structure was refused before. */
const programType = "application/x-msdownload";
/** Formats that are made of readable text and have a long signature. */
const writtenFormats = new Set(["application/pdf", "application/rtf", "application/postscript", "application/eps"]);

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
 * The type of the file at `path`, read from its content. The declared type and the name only separate
 * sound from video inside containers, kinds of text and old office files, and deny a type of a few bytes.
 */
export async function sniffContentType(path: string, handle: FileHandle, declaredMime: string, originalName: string): Promise<ContentType> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
  const text = readTextSample(buffer.subarray(0, bytesRead), bytesRead === sampleBytes);
  const named = { declaredMime, extension: extensionOf(originalName) };
  // Loaded with the first file, like everything that a process at rest does not need.
  const { fileTypeFromFile } = await import("file-type");
  const sniffed = await fileTypeFromFile(path);
  if (sniffed !== undefined && isProven(sniffed.mime, named, text)) return refine(sniffed.mime, sniffed.ext, named);
  return text === undefined ? unknownType : toTextType(text.text, named.extension);
}

type Named = Readonly<{ declaredMime: string; extension: string }>;

/** Whether a sniffed type is more than a coincidence of a few bytes. */
function isProven(mime: string, named: Named, text: TextSample | undefined): boolean {
  if (isMarkupOrText(mime) || mime === programType) return false;
  if (text?.isCertain === true) return writtenFormats.has(mime);
  const names = weakTypes[mime];
  return names === undefined || (text === undefined ? !isDenied(mime, names, named) : isConfirmed(mime, names, named));
}

const isConfirmed = (mime: string, names: readonly string[], { declaredMime, extension }: Named): boolean =>
  names.includes(extension) || familyOf(declaredMime) === familyOf(mime);

const isDenied = (mime: string, names: readonly string[], named: Named): boolean =>
  (named.extension !== "" || !/^(?:application\/octet-stream)?$/.test(named.declaredMime)) && !isConfirmed(mime, names, named);

/** The first half of a type; of an application's format all of it. */
const familyOf = (mime: string): string => /^(?:audio|image|video)(?=\/)/.exec(mime)?.[0] ?? mime;

function isMarkupOrText(mime: string): boolean {
  return /^text\/|^application\/(?:xml|json)$|\+(?:xml|json)$/.test(mime);
}

function refine(mime: string, extension: string, { declaredMime, extension: name }: Named): ContentType {
  const type = sameAs[mime] ?? { mime: mime.replace(/;.*$/, ""), extension };
  const sound = declaredMime.startsWith("audio/") || soundNames.has(name) ? soundOf[type.mime] : undefined;
  if (sound !== undefined) return sound;
  const named = namedContainers[type.mime]?.[name];
  return named === undefined ? type : { mime: named, extension: name };
}

function toTextType(text: string, extension: string): ContentType {
  const markup = toMarkupType(text);
  if (markup !== undefined) return markup;
  const mime = Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined;
  return mime === undefined ? { mime: "text/plain", extension: "txt" } : { mime, extension };
}

/** The type of markup that a browser might run, wherever in the sample it begins. */
function toMarkupType(text: string): ContentType | undefined {
  if (/<svg[\s>/]/i.test(text)) return { mime: "image/svg+xml", extension: "svg" };
  if (/<(?:!doctype\s+html|html|head|body|script|iframe|object|embed)[\s>/]/i.test(text)) return { mime: "text/html", extension: "html" };
  if (/^\s*<(?:\?xml|!doctype|[a-z_][\w.:-]*[\s>])/i.test(text)) return { mime: "application/xml", extension: "xml" };
  return undefined;
}
