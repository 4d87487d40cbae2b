import type { TicketView } from "@balcao/contracts/tickets";
import type { GlyphName } from "../../ui";

/** The words for messages without text, with their icons and the keys of their names. */
const WORDS = {
  Imagem: { icon: "image", name: "photo" },
  Áudio: { icon: "mic", name: "audio" },
  Vídeo: { icon: "video", name: "video" },
  Documento: { icon: "document", name: "document" },
  Figurinha: { icon: "sticker", name: "sticker" },
  Localização: { icon: "location", name: "location" },
  Contato: { icon: "person", name: "contact" },
  Chamada: { icon: "missedCall", name: "call" },
  "Mensagem apagada": { icon: "blocked", name: "deleted" },
} as const satisfies Record<string, { readonly icon: GlyphName; readonly name: string }>;

type Word = keyof typeof WORDS;

/** The media word that the last message consists of; null when it is a text. */
export function mediaWord(lastMessage: string): (typeof WORDS)[Word] | null {
  return Object.hasOwn(WORDS, lastMessage) ? WORDS[lastMessage as Word] : null;
}

const OF_KIND = { image: WORDS.Imagem, audio: WORDS.Áudio, video: WORDS.Vídeo, document: WORDS.Documento } as const;

type MediaWord = (typeof WORDS)[Word];

/** A last message as a row shows it: the medium, its length in seconds, and the text or caption; null for what it lacks. */
interface PreviewParts {
  readonly word: MediaWord | null;
  readonly seconds: number | null;
  readonly text: string | null;
}

/** The parts of a last message. A medium without a caption is stored as its word. */
export function toPreviewParts(lastMessage: string, media: TicketView["lastMessageMedia"]): PreviewParts {
  const alone = mediaWord(lastMessage);
  const word = media ? OF_KIND[media.kind] : alone;
  return { word, seconds: media?.seconds ?? null, text: word !== null && alone === word ? null : withoutMarks(lastMessage) };
}

const MARKS = /(?<![\p{L}\p{N}])([*_~])(?=\S)([^*_~\n]*[^\s*_~])\1(?![\p{L}\p{N}])/gu;

/** A preview without WhatsApp's formatting characters. */
export function withoutMarks(text: string): string {
  return text.replaceAll("```", "").replace(MARKS, "$2").replace(MARKS, "$2");
}
