import type { GlyphName } from "../../ui";

/** The words for messages without text (D-085), with their icons and the keys of their names. */
const WORDS = {
  Imagem: { icon: "image", name: "photo" },
  Áudio: { icon: "mic", name: "audio" },
  Vídeo: { icon: "video", name: "video" },
  Documento: { icon: "document", name: "document" },
  Figurinha: { icon: "sticker", name: "sticker" },
  Localização: { icon: "location", name: "location" },
  Contato: { icon: "person", name: "contact" },
  Chamada: { icon: "missedCall", name: "call" },
} as const satisfies Record<string, { readonly icon: GlyphName; readonly name: string }>;

type Word = keyof typeof WORDS;

/** The media word that the last message consists of; null when it is a text. */
export function mediaWord(lastMessage: string): (typeof WORDS)[Word] | null {
  return Object.hasOwn(WORDS, lastMessage) ? WORDS[lastMessage as Word] : null;
}

const MARKS = /(?<![\p{L}\p{N}])([*_~])(?=\S)([^*_~\n]*[^\s*_~])\1(?![\p{L}\p{N}])/gu;

/** A preview without WhatsApp's formatting characters. */
export function withoutMarks(text: string): string {
  return text.replaceAll("```", "").replace(MARKS, "$2").replace(MARKS, "$2");
}
