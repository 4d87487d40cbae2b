import type { MediaKind } from "../messages/content.js";
import type { ConnectorApi } from "./connectorApi.js";

/** What one kind of file is on a network. */
interface CarriedKind {
  /** The longest text beside it, in UTF-16 characters; 0 where the kind has no text. */
  readonly caption: number;
  /** The types that recipients can open as this kind; null: every type. */
  readonly types: readonly string[] | null;
  /** The largest file in bytes; null: the connector's upload limit alone. */
  readonly mostBytes: number | null;
  /** The same for pictures that do not move, where it is less. */
  readonly mostBytesStill?: number;
}

/** What a connector brings to a recipient as it is (D-265). */
export interface Carries {
  /** The longest text of one message, in UTF-16 characters. */
  readonly longestText: number;
  /** Whether pictures must have 8 bits of red, green and blue, and films and sounds the one codec that is meant by their type. */
  readonly isStrict: boolean;
  readonly kinds: Readonly<Record<MediaKind, CarriedKind>>;
}

const MB = 1024 * 1024;
/** WhatsApp's own limit of a text; its clients show captions of the same length. */
const LONGEST = 65_536;

const VIDEOS = ["video/mp4", "video/3gpp"];
const SOUNDS = ["audio/ogg", "audio/mpeg", "audio/mp4", "audio/aac", "audio/amr"];
const STICKERS = ["image/webp"];

/** A GIF that goes as a picture stands still on phones, so that it is not one of the pictures. */
const WHATSAPP: Carries = {
  longestText: LONGEST,
  isStrict: false,
  kinds: {
    image: { caption: LONGEST, types: ["image/jpeg", "image/png", "image/webp"], mostBytes: null },
    video: { caption: LONGEST, types: VIDEOS, mostBytes: null },
    audio: { caption: 0, types: SOUNDS, mostBytes: null },
    sticker: { caption: 0, types: STICKERS, mostBytes: null },
    document: { caption: LONGEST, types: null, mostBytes: null },
  },
};

const PICTURES_OF_META = ["image/jpeg", "image/png"];
const OFFICE = [
  "application/pdf",
  "text/plain",
  "application/msword",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.ms-excel",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
];

/** Meta refuses every other type at the upload; what is too large for its kind goes as a document. */
const META: Carries = {
  longestText: 4_096,
  isStrict: true,
  kinds: {
    image: { caption: 1_024, types: PICTURES_OF_META, mostBytes: 5 * MB },
    video: { caption: 1_024, types: VIDEOS, mostBytes: 16 * MB },
    audio: { caption: 0, types: SOUNDS, mostBytes: 16 * MB },
    sticker: { caption: 0, types: STICKERS, mostBytes: 500 * 1024, mostBytesStill: 100 * 1024 },
    document: { caption: 1_024, types: [...OFFICE, ...PICTURES_OF_META, ...VIDEOS, ...SOUNDS, ...STICKERS], mostBytes: 100 * MB },
  },
};

/** What each connector carries; the plan of a message and the adapters read it, and nothing else decides. */
export const CARRIES: Readonly<Record<ConnectorApi, Carries>> = { baileys: WHATSAPP, wwebjs: WHATSAPP, meow: WHATSAPP, cloud_api: META };
