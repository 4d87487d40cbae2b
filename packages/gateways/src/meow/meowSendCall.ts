import { type OutboundContent, type OutboundMessage, isTextType } from "@balcao/domain/messages";
import { bareType, carriageOf } from "@balcao/domain/plan";
import type { PlainObject } from "../protocol/plainJson.js";
import { toJid } from "../addresses/jid.js";

type Media = Extract<OutboundContent, { kind: "media" }>;
type Location = Extract<OutboundContent, { kind: "location" }>;
type Contacts = Extract<OutboundContent, { kind: "contacts" }>;

/**
 * One of WuzAPI's send routes with its fields; a file goes into `media.field`, after its data
 * prefix.
 */
export interface MeowSendCall {
  readonly path: string;
  readonly fields: PlainObject;
  readonly media: { readonly field: string; readonly prefix: string; readonly path: string } | null;
}

/**
 * The call for a message, or null when WuzAPI has none (templates, several cards at once, a
 * location at 0 degrees). `ownJid` is empty while unknown.
 */
export function toSendCall(message: OutboundMessage, id: string, ownJid: string): MeowSendCall | null {
  const to = toJid(message.to);
  if (to === null) return null;
  const { content } = message;
  const mentions = content.kind === "text" ? content.mentions.map(toJid).filter((jid) => jid !== null) : [];
  const common = { Phone: to, Id: id, ...contextOf(message, mentions, ownJid) };
  switch (content.kind) {
    case "text":
      return { path: "/chat/send/text", fields: { ...common, Body: content.body }, media: null };
    case "media":
      return toMediaCall(content, common);
    case "location":
      return toLocationCall(content, common);
    case "contacts":
      return toContactCall(content, common);
    case "template":
      return null;
  }
}

/** Null at exactly 0 degrees, which WuzAPI treats as a missing coordinate. */
function toLocationCall({ latitude, longitude, name, address }: Location, common: PlainObject): MeowSendCall | null {
  if (latitude === 0 || longitude === 0) return null;
  const title = [name, address].filter(Boolean).join(", ");
  return { path: "/chat/send/location", fields: { ...common, Latitude: latitude, Longitude: longitude, Name: title }, media: null };
}

function toContactCall({ cards }: Contacts, common: PlainObject): MeowSendCall | null {
  const [card] = cards;
  if (card === undefined || cards.length > 1) return null;
  return { path: "/chat/send/contact", fields: { ...common, Name: card.name, Vcard: card.vcard }, media: null };
}

function toMediaCall(content: Media, common: PlainObject): MeowSendCall {
  const type = bareType(content.mime);
  const prefix = `data:${type};base64,`;
  const { path } = content;
  switch (carriageOf("meow", content)?.media ?? "document") {
    case "image":
      return {
        path: "/chat/send/image",
        fields: { ...common, Caption: content.caption, MimeType: type },
        media: { field: "Image", prefix, path },
      };
    case "video":
      return {
        path: "/chat/send/video",
        fields: { ...common, Caption: content.caption, MimeType: type },
        media: { field: "Video", prefix, path },
      };
    case "audio":
      return {
        path: "/chat/send/audio",
        fields: { ...common, ...audioFields(content, type) },
        media: { field: "Audio", prefix, path },
      };
    case "sticker":
      return { path: "/chat/send/sticker", fields: { ...common, MimeType: type }, media: { field: "Sticker", prefix, path } };
    case "document":
      return {
        path: "/chat/send/document",
        fields: {
          ...common,
          FileName: content.fileName || "arquivo",
          MimeType: type,
          Caption: content.caption,
        },
        media: { field: "Document", prefix: "data:application/octet-stream;base64,", path },
      };
  }
}

function audioFields({ voice, seconds }: Media, type: string): PlainObject {
  return {
    ptt: voice,
    mimetype: voice && type === "audio/ogg" ? "audio/ogg; codecs=opus" : type,
    ...(seconds !== null && { Seconds: Math.round(seconds) }),
  };
}

/**
 * StanzaId and Participant are set together or not at all; a quote of our message needs our own
 * address.
 */
function contextOf(
  { quoted, forwarded }: Pick<OutboundMessage, "quoted" | "forwarded">,
  mentions: readonly string[],
  ownJid: string,
): PlainObject {
  const quote = quoted && quoteOf(quoted, ownJid);
  if (quote === null && mentions.length === 0 && forwarded === null) return {};
  return {
    ContextInfo: {
      ...quote,
      ...(mentions.length > 0 && { MentionedJID: mentions }),
      ...(forwarded !== null && { IsForwarded: true }),
    },
    ...(quote !== null && quoted !== null && isTextType(quoted.type) && { QuotedText: quoted.body }),
  };
}

/** Null where nobody can be named as the author. */
function quoteOf(quoted: NonNullable<OutboundMessage["quoted"]>, ownJid: string): PlainObject | null {
  const participant = quoted.fromMe ? ownJid.replace(/:\d+@/, "@") : toJid(quoted.author);
  return participant === null || participant === "" ? null : { StanzaId: quoted.externalId, Participant: participant };
}
