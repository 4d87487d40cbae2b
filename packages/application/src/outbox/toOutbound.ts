import {
  ADDRESS_KINDS,
  MEDIA_KINDS,
  MESSAGE_TYPES,
  peerOfKey,
  type Forwarded,
  type MediaKind,
  type MessageType,
  type OutboundContent,
  type OutboundMessage,
  type PeerId,
  type QuotedMessage,
} from "@balcao/domain/messaging";
import { readVcards } from "@balcao/domain/contacts";
import { readSentTemplate } from "@balcao/domain/templates";
import type { ClaimedSend } from "@balcao/database/outbox";

type Told = Readonly<Record<string, unknown>>;

/** A claimed row as the message that a gateway gets. `locate` tells where a stored file lies. Null when there is nothing to send (its file is gone). */
export function toOutbound(row: ClaimedSend, locate: (storedPath: string) => string): OutboundMessage | null {
  const content = toContent(row, locate);
  if (!content) return null;
  const to = toPeer(row.peer);
  return { outboxId: row.id, externalId: row.externalId, to, content, quoted: toQuoted(row, to), forwarded: toForwarded(row) };
}

const toTold = (value: unknown): Told => (typeof value === "object" && value !== null ? (value as Told) : {});

function toPeer(stored: unknown): PeerId {
  const fields = Object.entries(toTold(stored));
  return Object.fromEntries(fields.filter(([kind, value]) => ADDRESS_KINDS.some((known) => known === kind) && typeof value === "string"));
}

function toContent(row: ClaimedSend, locate: (storedPath: string) => string): OutboundContent | null {
  const media = MEDIA_KINDS.find((kind): kind is MediaKind => kind === row.type);
  if (media) return toMedia(row, media, locate);
  const told = toTold(row.details);
  switch (row.type) {
    case "location":
    case "locationMessage":
      return toLocation(told);
    case "vcard":
    case "contacts":
      return { kind: "contacts", cards: readVcards(row.body) };
    case "template":
      return toTemplate(row.details);
    default: {
      const mentions = Array.isArray(told["mentions"]) ? told["mentions"].map(toPeer) : [];
      return { kind: "text", body: row.body, mentions };
    }
  }
}

function toMedia(row: ClaimedSend, media: MediaKind, locate: (storedPath: string) => string): OutboundContent | null {
  if (row.filePath === null) return null;
  const { fileName, seconds, voice } = toTold(row.media);
  return {
    kind: "media",
    media,
    path: locate(row.filePath),
    mime: row.fileMime ?? "application/octet-stream",
    fileName: typeof fileName === "string" && fileName !== "" ? fileName : (row.fileName ?? "arquivo"),
    size: row.fileSize ?? 0,
    caption: row.body,
    voice: voice === true,
    seconds: typeof seconds === "number" ? seconds : row.fileSeconds,
  };
}

function toLocation({ latitude, longitude, name, address }: Told): OutboundContent | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return {
    kind: "location",
    latitude,
    longitude,
    name: typeof name === "string" ? name : "",
    address: typeof address === "string" ? address : "",
  };
}

function toForwarded(row: ClaimedSend): Forwarded | null {
  if (!row.isForwarded) return null;
  const { externalId, chat, author, fromMe } = toTold(toTold(row.details)["original"]);
  if (typeof externalId !== "string" || typeof chat !== "string") return { original: null };
  const peer = peerOfKey(chat) ?? {};
  return { original: { externalId, chat: peer, author: peerOfKey(String(author)) ?? peer, fromMe: fromMe === true } };
}

function toTemplate(details: unknown): OutboundContent | null {
  const sent = readSentTemplate(details);
  return sent && { kind: "template", name: sent.name, language: sent.language, values: sent.values };
}

function toQuoted(row: ClaimedSend, chat: PeerId): QuotedMessage | null {
  if (row.quotedExternalId === null) return null;
  const type = MESSAGE_TYPES.find((known): known is MessageType => known === row.quotedType) ?? "conversation";
  return {
    externalId: row.quotedExternalId,
    fromMe: row.quotedFromMe ?? false,
    // Our own words are quoted without an author.
    author: peerOfKey(row.quotedAuthor ?? "") ?? chat,
    type,
    body: row.quotedBody ?? "",
  };
}
