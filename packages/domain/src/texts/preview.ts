import type { MessageType } from "../messaging/index.js";

/** What stands for a message that is no text (D-085). */
// prettier-ignore
const WORDS: Readonly<Partial<Record<MessageType, string>>> = {
  image: "Imagem", audio: "Áudio", video: "Vídeo", sticker: "Figurinha", document: "Documento", application: "Documento",
  location: "Localização", locationMessage: "Localização", vcard: "Contato", contacts: "Contato", list: "Lista", template: "Modelo", call_log: "Chamada", error: "Erro",
};

/** Types whose body is data, never words of a person. */
const BODY_IS_DATA: ReadonlySet<MessageType> = new Set(["location", "locationMessage", "vcard", "contacts", "sticker", "call_log"]);

const DELETED = "Mensagem apagada";
const LONGEST = 255;
const VCARD = /BEGIN:VCARD/i;
const INLINE_IMAGE = /data:image\/|^\/9j\/[A-Za-z0-9+/=]{40}|^iVBORw0KGgo/;

/**
 * One line for lists, the bell, notifications and `lastMessage`: a text as it is, a caption, or a
 * word for the media; a vCard is "Contato", inline image data "Imagem"; raw data never shows
 * (CONV-029, D-085), nor what was deleted. At most 255 characters.
 */
export function previewText(message: { readonly type: MessageType; readonly body: string; readonly isDeleted?: boolean }): string {
  if (message.isDeleted === true) return DELETED;
  const word = WORDS[message.type] ?? "";
  if (BODY_IS_DATA.has(message.type)) return word;
  if (VCARD.test(message.body)) return "Contato";
  if (INLINE_IMAGE.test(message.body)) return "Imagem";
  const line = message.body.replace(/\s+/g, " ").trim();
  return shorten(line === "" ? word : line);
}

function shorten(line: string): string {
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
