import { access } from "node:fs/promises";
import type { AnyMessageContent, WAMessage } from "@whiskeysockets/baileys";
import type { OutboundContent, OutboundMessage, QuotedMessage } from "@balcao/domain/messaging";
import { toJid } from "../addresses/jid.js";

type Media = Extract<OutboundContent, { kind: "media" }>;

/** Pictures that WhatsApp shows as pictures; others go as documents. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** A message as the library wants it; null when this network has no such message. Rejects when a file is gone. */
export async function toContent({ content, forwarded }: OutboundMessage): Promise<AnyMessageContent | null> {
  const context = forwarded === null ? {} : { contextInfo: { isForwarded: true, forwardingScore: 1 } };
  switch (content.kind) {
    case "text": {
      const mentions = content.mentions.map(toJid).filter((jid) => jid !== null);
      return { text: content.body, linkPreview: null, ...context, ...(mentions.length === 0 ? {} : { mentions }) };
    }
    case "media":
      await access(content.path);
      return { ...toMedia(content), ...context };
    case "location": {
      const { latitude, longitude, name, address } = content;
      return { location: { degreesLatitude: latitude, degreesLongitude: longitude, name, address }, ...context };
    }
    case "contacts": {
      const cards = content.cards.map(({ name, vcard }) => ({ displayName: name, vcard }));
      const [first] = cards;
      if (first === undefined) return null;
      return {
        contacts: { displayName: cards.length === 1 ? first.displayName : `${String(cards.length)} contatos`, contacts: cards },
        ...context,
      };
    }
    case "template":
      return null;
  }
}

/** The answered message as far as the house knows it: the phone shows its own copy where it has one. */
export function toQuoted(quoted: QuotedMessage, chat: string): WAMessage {
  const isGroup = chat.endsWith("@g.us");
  const author = toJid(quoted.author);
  return {
    key: {
      remoteJid: chat,
      id: quoted.externalId,
      fromMe: quoted.fromMe,
      ...(isGroup && !quoted.fromMe && author !== null ? { participant: author } : {}),
    },
    message: { conversation: quoted.body },
  };
}

function toMedia({ media, path, mime, fileName, caption, voice, seconds }: Media): AnyMessageContent {
  const type = mime.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const file = { url: path };
  const words = caption === "" ? {} : { caption };
  if (media === "image" && IMAGE_TYPES.has(type)) return { image: file, mimetype: type, ...words };
  if (media === "video" && type.startsWith("video/")) return { video: file, mimetype: type, ...words };
  if (media === "sticker" && type === "image/webp") return { sticker: file, mimetype: type };
  if (media === "audio" && type.startsWith("audio/")) {
    return { audio: file, mimetype: mime, ptt: voice, ...(seconds === null ? {} : { seconds }) };
  }
  return { document: file, mimetype: mime, fileName, ...words };
}
