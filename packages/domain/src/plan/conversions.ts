import { CARRIES, type ConnectorApi } from "../connections/index.js";
import { isHugePicture, type MediaKind } from "../messages/index.js";
import { bareType, hasScreenColours, type CarriedFile } from "./carriage.js";

/** What converts a file before it leaves: a picture to JPEG, a moving picture to a short film, a sound to AAC. */
export type Converter = "picture" | "film" | "sound";

interface Conversion {
  readonly by: Converter;
  readonly media: Exclude<MediaKind, "document" | "sticker">;
}

const PICTURE: Conversion = { by: "picture", media: "image" };
const FILM: Conversion = { by: "film", media: "video" };
const SOUND: Conversion = { by: "sound", media: "audio" };

/** The types that phones do not show or play as what they are, and which our converters read. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  "image/gif": FILM,
  "image/tiff": PICTURE,
  "image/avif": PICTURE,
  "audio/wav": SOUND,
  "audio/x-wav": SOUND,
  "audio/vnd.wave": SOUND,
  "audio/flac": SOUND,
  "audio/x-flac": SOUND,
  "audio/webm": SOUND,
  "audio/3gpp": SOUND,
  "audio/x-matroska": SOUND,
};

/**
 * How a file is converted for a connector; null for one that leaves as it is. A picture is
 * converted only where the network does not take it as a document, which keeps every detail; so is what
 * somebody sent as a document.
 */
export function conversionOf(api: ConnectorApi, file: CarriedFile): Conversion | null {
  const { mime, media, voice } = file;
  const type = bareType(mime);
  if (voice === true || media === "sticker") return null;
  if (SHOWN.has(type)) return media === "document" || isHugePicture(file) ? null : shownConversion(api, file);
  const conversion = otherConversion(type, file);
  const staysDocument = media === "document" || conversion?.by === "picture";
  return staysDocument && isDocument(api, type) ? null : conversion;
}

/** An Ogg that is no Opus is played by few phones. */
const otherConversion = (type: string, { codec = null }: CarriedFile): Conversion | null =>
  type === "audio/ogg" && codec !== null ? SOUND : (CONVERSIONS[type] ?? null);

/** Pictures that phones show as they are; a moving one becomes a film, and a network may want colours and a type of its own. */
const SHOWN: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);

function shownConversion(api: ConnectorApi, file: CarriedFile): Conversion | null {
  if (file.moves === true) return FILM;
  const { isStrict, kinds } = CARRIES[api];
  const isTaken = kinds.image.types?.includes(bareType(file.mime)) !== false;
  return isTaken && (!isStrict || hasScreenColours(file)) ? null : PICTURE;
}

function isDocument(api: ConnectorApi, type: string): boolean {
  const { types } = CARRIES[api].kinds.document;
  return types === null || types.includes(type);
}
