import type { MessageType } from "../messages/index.js";
import { withoutSignature } from "./signature.js";

/** The preview of a message that has no text (D-085). */
// prettier-ignore
const WORDS: Readonly<Partial<Record<MessageType, string>>> = {
  image: "Imagem", audio: "Áudio", video: "Vídeo", sticker: "Figurinha", document: "Documento", application: "Documento",
  location: "Localização", locationMessage: "Localização", vcard: "Contato", contacts: "Contato", list: "Lista", template: "Modelo", call_log: "Chamada", error: "Erro",
};

/** Types whose body is data and not written by a person. */
const BODY_IS_DATA: ReadonlySet<MessageType> = new Set(["location", "locationMessage", "vcard", "contacts", "sticker", "call_log"]);

/** The media that lists name beside a caption; the words of the others are the whole preview. */
const MEDIA: Readonly<Partial<Record<MessageType, PreviewMedia["kind"]>>> = {
  image: "image",
  audio: "audio",
  video: "video",
  document: "document",
  application: "document",
};

/** What a preview says of the file of a message. */
export interface PreviewMedia {
  readonly kind: "image" | "audio" | "video" | "document";
  /** The length of a sound or video; null where it is not known. */
  readonly seconds: number | null;
}

const DELETED = "Mensagem apagada";
const LONGEST = 255;
const VCARD = /BEGIN:VCARD/i;
const INLINE_IMAGE = /data:image\/|^\/9j\/[A-Za-z0-9+/=]{40}|^iVBORw0KGgo/;

interface Previewed {
  readonly type: MessageType;
  readonly body: string;
  readonly isDeleted?: boolean;
  /** The person of ours who wrote it, and whose signature is left out (D-065). */
  readonly userName?: string | null;
}

/**
 * One row of text for lists, the bell, notifications and `lastMessage`, at most 255 characters. It
 * is the text, the caption or a word for the media; never raw data (a vCard is "Contato", inline
 * image data "Imagem") nor deleted content (CONV-029).
 */
export function previewText({ type, body, isDeleted = false, userName = null }: Previewed): string {
  if (isDeleted) return DELETED;
  const word = WORDS[type] ?? "";
  if (BODY_IS_DATA.has(type)) return word;
  if (VCARD.test(body)) return "Contato";
  if (INLINE_IMAGE.test(body)) return "Imagem";
  const line = withoutSignature(body, userName).text.replace(/\s+/g, " ").trim();
  return shorten(line === "" ? word : line);
}

/** The medium of a message in lists; null for texts and for messages that were deleted. */
export function previewMedia({
  type,
  isDeleted = false,
  seconds = null,
}: {
  readonly type: MessageType;
  readonly isDeleted?: boolean;
  readonly seconds?: number | null;
}): PreviewMedia | null {
  const kind = isDeleted ? undefined : MEDIA[type];
  if (kind === undefined) return null;
  return { kind, seconds: kind === "audio" || kind === "video" ? seconds && Math.round(seconds) : null };
}

function shorten(line: string): string {
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
