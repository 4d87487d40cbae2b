import { CARRIES, type ConnectorApi } from "../connections/index.js";
import type { MediaKind } from "../messages/index.js";

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
 * where the network refuses its type (D-265).
 */
export function carriageOf(api: ConnectorApi, { mime, size, media, voice = false }: CarriedFile): Carriage | null {
  const type = bareType(mime);
  if (voice && type.startsWith("audio/")) return { media: "audio", mime: type };
  const own = media ?? kindOf(type);
  if (own !== "document" && takes(api, own, type, size)) return { media: own, mime: type };
  if (takes(api, "document", type, size)) return { media: "document", mime: type };
  return TEXTS.test(type) && takes(api, "document", PLAIN, size) ? { media: "document", mime: PLAIN } : null;
}

function takes(api: ConnectorApi, kind: MediaKind, type: string, size: number): boolean {
  const { types, mostBytes } = CARRIES[api].kinds[kind];
  return (types === null || types.includes(type)) && (mostBytes === null || size <= mostBytes);
}

/** Stickers are named, never found: a picture of that type is a picture. */
function kindOf(type: string): Exclude<MediaKind, "sticker"> {
  const [family] = type.split("/");
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}
