import type { MessageType } from "../messages/index.js";

/** What the app writes in its exports, in Portuguese, English and Spanish. */
export const WORDS = {
  encrypted: /criptografi|ponta a ponta|end-to-end encrypt|cifrad[oa]s? de extremo a extremo|extremo a extremo/i,
  attachedFirst: /^<(?:attached|anexado|adjunto): ([^>\n]+)>/i,
  attachedLast: /^([^\n]+?) \((?:file attached|arquivo anexado|archivo adjunto)\)/i,
  // Only the first blank of several begins it: a message of blanks alone would be searched from each of them.
  edited: /(?<!\s)\s*<(?:this message was edited|mensagem editada|esta mensagem foi editada|se editó este mensaje\.?)>$/i,
  deleted:
    /^(?:this message was deleted|you deleted this message|mensagem apagada|esta mensagem foi apagada|você apagou esta mensagem|se eliminó este mensaje|eliminaste este mensaje)\.?$/i,
};

/** Media that the export has left out, as a whole message. */
export const OMITTED =
  /^(?:<(?:media omitted|mídia oculta|arquivo de mídia oculto|multimedia omitido)>|(?:image|photo|video|audio|sticker|document|gif|contact card) omitted|(?:imagem|foto|vídeo|áudio|figurinha|documento|gif|cartão do contato) (?:ocultad[oa]|omitid[oa])|(?:imagen|foto|video|audio|sticker|documento|gif|tarjeta de contacto) omitid[oa])$/i;

export const MEDIA_WORDS: readonly (readonly [RegExp, MessageType])[] = [
  [/image|imagem|imagen|photo|foto/i, "image"],
  [/video|vídeo|gif/i, "video"],
  [/audio|áudio/i, "audio"],
  [/sticker|figurinha/i, "sticker"],
];

const KNOWN = new RegExp(
  [
    WORDS.encrypted,
    /file attached|arquivo anexado|archivo adjunto/,
    /<(?:attached|anexado|adjunto): |media omitted|mídia ocult|multimedia omitid/,
  ]
    .concat([
      /\b(?:omitted|ocultad[oa]|omitid[oa])\b/,
      /\b(?:added|joined|left|created|changed|adicionou|entrou|saiu|criou|mudou|añadió|salió|creó|cambió)\b/,
    ])
    .concat([/this message was deleted|mensagem apagada|mensagem foi apagada|eliminó este mensaje/])
    .map(({ source }) => source)
    .join("|"),
  "i",
);
/** Whether anything in the text shows one of the languages that are read. */
export const knownWords = (text: string): boolean => KNOWN.test(text);
