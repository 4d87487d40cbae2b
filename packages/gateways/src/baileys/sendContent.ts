import { access } from "node:fs/promises";
import type { AnyMessageContent, WAMessage } from "@whiskeysockets/baileys";
import type { OutboundContent, OutboundMessage, QuotedMessage } from "@balcao/domain/messages";
import { bareType, carriageOf } from "@balcao/domain/plan";
import { toJid } from "../addresses/jid.js";

type Media = Extract<OutboundContent, { kind: "media" }>;

/**
 * A message in the library's form; null when this network has no such message. Rejects when its
 * file is missing.
 */
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

/** The quoted message as far as Balcão has it; the phone shows its own copy where it has one. */
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

function toMedia(content: Media): AnyMessageContent {
  const { path, mime, voice, seconds, fileName, caption } = content;
  const words = caption === "" ? {} : { caption };
  const file = { url: path };
  const type = bareType(mime);
  switch (carriageOf("baileys", content)?.media ?? "document") {
    case "image":
      return { image: file, mimetype: type, ...words };
    case "video":
      return { video: file, mimetype: type, ...words };
    case "sticker":
      return { sticker: file, mimetype: type };
    case "audio":
      return { audio: file, mimetype: mime, ptt: voice, ...lengthOf(seconds) };
    case "document":
      return { document: file, mimetype: mime, fileName, ...words };
  }
}

const lengthOf = (seconds: number | null) => (seconds === null ? {} : { seconds });
