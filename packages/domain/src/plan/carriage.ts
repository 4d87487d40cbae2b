import { CARRIES, type ConnectorApi } from "../connections/index.js";
import { isHugePicture, type MediaKind } from "../messages/index.js";

/** What of a file decides how it travels. */
export interface CarriedFile {
  /** Its type by content. */
  readonly mime: string;
  /** In bytes. */
  readonly size: number;
  /** What it was as a message before, where it is one that is sent on; a document stays one. */
  readonly media?: MediaKind | undefined;
  /** Whether it is a voice note: then it is converted before it leaves. */
  readonly voice?: boolean;
  /** How many colours each dot of a JPEG or PNG has; null where that is not known. */
  readonly channels?: number | null | undefined;
  /** How many bits each of these colours has. */
  readonly depth?: number | null | undefined;
  /** Whether a webp moves. */
  readonly moves?: boolean | null | undefined;
  /** How a film or a sound is written where that is not what everybody plays. */
  readonly codec?: string | null | undefined;
  /** Sides in pixels; absent or null where they are not known. */
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
}

/** The kind and the type as which a file leaves. */
export interface Carriage {
  readonly media: MediaKind;
  readonly mime: string;
}

const PLAIN = "text/plain";
/** Text by another name: a network that takes plain text alone brings it under its own name. */
const TEXTS = /^text\/|^application\/(?:xml|json)$|\+(?:xml|json)$/;

/** A type without its parameters, in lower case. */
export function bareType(mime: string): string {
  return mime.split(";", 1)[0]?.trim().toLowerCase() || "application/octet-stream";
}

/**
 * How a connector brings a file as it is: as its own kind, else as a document, text as plain text; null
 * where the network refuses its type.
 */
export function carriageOf(api: ConnectorApi, file: CarriedFile): Carriage | null {
  const mime = bareType(file.mime);
  if (isSound(api, file, mime)) return { media: "audio", mime };
  const named = file.media ?? kindOf(mime);
  const own = isItself(api, file, named) ? named : "document";
  if (own !== "document" && takes(api, own, mime, file)) return { media: own, mime };
  if (takes(api, "document", mime, file)) return { media: "document", mime };
  return TEXTS.test(mime) && takes(api, "document", PLAIN, file) ? { media: "document", mime: PLAIN } : null;
}

/** Whether recipients see or hear a file of this kind as what it is: a moving webp stands still as a picture, or is not shown. */
function isItself(api: ConnectorApi, file: CarriedFile, kind: MediaKind): boolean {
  if (kind === "image") return !isHugePicture(file) && file.moves !== true && !(CARRIES[api].isStrict && !hasScreenColours(file));
  return kind === "sticker" || !CARRIES[api].isStrict || (file.codec ?? null) === null;
}

/** Whether a picture has 8 bits of red, green and blue, with transparency or without; true where that is not known. */
export function hasScreenColours({ mime, channels, depth }: CarriedFile): boolean {
  const most = bareType(mime) === "image/png" ? 4 : 3;
  return (depth ?? 8) === 8 && (channels ?? 3) >= 3 && (channels ?? 3) <= most;
}

/**
 * Whether a sound is one in any format: a voice note, which is converted before it leaves, and a recording
 * that could not be: WhatsApp brings it, and some phones play it.
 */
function isSound(api: ConnectorApi, { media, voice = false }: CarriedFile, mime: string): boolean {
  return mime.startsWith("audio/") && (voice || (media === "audio" && CARRIES[api].kinds.document.types === null));
}

function takes(api: ConnectorApi, kind: MediaKind, type: string, { size, moves }: CarriedFile): boolean {
  const { types, mostBytes, mostBytesStill } = CARRIES[api].kinds[kind];
  const most = moves === false ? (mostBytesStill ?? mostBytes) : mostBytes;
  return (types === null || types.includes(type)) && (most === null || size <= most);
}

/** Stickers are named, never found: a picture of that type is a picture. */
function kindOf(type: string): Exclude<MediaKind, "sticker"> {
  const [family] = type.split("/");
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}
