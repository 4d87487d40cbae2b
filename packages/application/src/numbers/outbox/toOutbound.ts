import {
  ADDRESS_KINDS,
  MEDIA_KINDS,
  MESSAGE_TYPES,
  peerOfKey,
  readOptionList,
  type Forwarded,
  type MediaKind,
  type MessageType,
  type OutboundContent,
  type OutboundFile,
  type OutboundMessage,
  type PeerId,
  type QuotedMessage,
} from "@balcao/domain/messages";
import { readVcards } from "@balcao/domain/contacts";
import { filesOfSent, readSentTemplate } from "@balcao/domain/templates";
import type { ClaimedSend } from "@balcao/database/outbox";

type StoredFields = Readonly<Record<string, unknown>>;

/**
 * Converts a claimed row into the message for a gateway. `path` is where its file can be read, `files` has those of a template.
 * Returns null when there is nothing to send, as when the file is gone.
 */
export function toOutbound(row: ClaimedSend, path: string | null, files: readonly OutboundFile[] = []): OutboundMessage | null {
  const content = toContent(row, path, files);
  if (!content) return null;
  const to = toPeer(row.peer);
  return { outboxId: row.id, externalId: row.externalId, to, content, quoted: toQuoted(row, to), forwarded: toForwarded(row) };
}

const toFields = (value: unknown): StoredFields => (typeof value === "object" && value !== null ? (value as StoredFields) : {});

function toPeer(stored: unknown): PeerId {
  const fields = Object.entries(toFields(stored));
  return Object.fromEntries(fields.filter(([kind, value]) => ADDRESS_KINDS.some((known) => known === kind) && typeof value === "string"));
}

function toContent(row: ClaimedSend, path: string | null, files: readonly OutboundFile[]): OutboundContent | null {
  const media = MEDIA_KINDS.find((kind): kind is MediaKind => kind === row.type);
  if (media) return toMedia(row, media, path);
  const fields = toFields(row.details);
  switch (row.type) {
    case "location":
    case "locationMessage":
      return toLocation(fields);
    case "vcard":
    case "contacts":
      return { kind: "contacts", cards: readVcards(row.body) };
    case "template":
      return toTemplate(row.details, files);
    default: {
      const mentions = Array.isArray(fields["mentions"]) ? fields["mentions"].map(toPeer) : [];
      const list = readOptionList(fields["list"]);
      return { kind: "text", body: row.body, mentions, ...(list && { list }) };
    }
  }
}

function toMedia(row: ClaimedSend, media: MediaKind, path: string | null): OutboundContent | null {
  if (path === null) return null;
  const { fileName, seconds, voice } = toFields(row.media);
  return {
    kind: "media",
    media,
    path,
    mime: row.fileMime ?? "application/octet-stream",
    fileName: typeof fileName === "string" && fileName !== "" ? fileName : (row.fileName ?? "arquivo"),
    size: row.fileSize ?? 0,
    caption: row.body,
    voice: voice === true,
    seconds: typeof seconds === "number" ? seconds : row.fileSeconds,
  };
}

function toLocation({ latitude, longitude, name, address }: StoredFields): OutboundContent | null {
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
  const { externalId, chat, author, fromMe } = toFields(toFields(row.details)["original"]);
  if (typeof externalId !== "string" || typeof chat !== "string") return { original: null };
  const peer = peerOfKey(chat) ?? {};
  return { original: { externalId, chat: peer, author: peerOfKey(String(author)) ?? peer, fromMe: fromMe === true } };
}

function toTemplate(details: unknown, files: readonly OutboundFile[]): OutboundContent | null {
  const sent = readSentTemplate(details);
  if (!sent || filesOfSent(sent).some((id) => !files.some((file) => file.id === id))) return null;
  const { name, language, parts, version } = sent;
  return { kind: "template", name, language, parts, files, version };
}

function toQuoted(row: ClaimedSend, chat: PeerId): QuotedMessage | null {
  if (row.quotedExternalId === null) return null;
  const type = MESSAGE_TYPES.find((known): known is MessageType => known === row.quotedType) ?? "conversation";
  return {
    externalId: row.quotedExternalId,
    fromMe: row.quotedFromMe ?? false,
    // A quoted message of ours has no address; the chat is used.
    author: peerOfKey(row.quotedAuthor ?? "") ?? chat,
    type,
    body: row.quotedBody ?? "",
  };
}
