import {
  ADDRESS_KINDS,
  MEDIA_KINDS,
  MESSAGE_TYPES,
  type MediaKind,
  type MessageType,
  type OutboundContent,
  type OutboundMessage,
  type PeerId,
  type QuotedMessage,
} from "@balcao/domain/messaging";
import type { ClaimedSend } from "@balcao/database/outbox";

/** A claimed row as the message that a gateway gets. `locate` tells where a stored file lies. Null when there is nothing to send (its file is gone). */
export function toOutbound(row: ClaimedSend, locate: (storedPath: string) => string): OutboundMessage | null {
  const content = toContent(row, locate);
  if (!content) return null;
  const to = toPeer(row.peer);
  return { outboxId: row.id, externalId: row.externalId, to, content, quoted: toQuoted(row, to), forwarded: null };
}

function toPeer(stored: unknown): PeerId {
  const fields = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(fields.filter(([kind, value]) => ADDRESS_KINDS.some((known) => known === kind) && typeof value === "string"));
}

function toContent(row: ClaimedSend, locate: (storedPath: string) => string): OutboundContent | null {
  const media = MEDIA_KINDS.find((kind): kind is MediaKind => kind === row.type);
  if (!media) return { kind: "text", body: row.body, mentions: [] };
  if (row.filePath === null) return null;
  const facts = (row.media ?? {}) as Readonly<Record<string, unknown>>;
  const { fileName, seconds } = facts;
  return {
    kind: "media",
    media,
    path: locate(row.filePath),
    mime: row.fileMime ?? "application/octet-stream",
    fileName: typeof fileName === "string" && fileName !== "" ? fileName : (row.fileName ?? "arquivo"),
    size: row.fileSize ?? 0,
    caption: row.body,
    voice: facts["voice"] === true,
    seconds: typeof seconds === "number" ? seconds : row.fileSeconds,
  };
}

function toQuoted(row: ClaimedSend, chat: PeerId): QuotedMessage | null {
  if (row.quotedExternalId === null) return null;
  const type = MESSAGE_TYPES.find((known): known is MessageType => known === row.quotedType) ?? "conversation";
  return {
    externalId: row.quotedExternalId,
    fromMe: row.quotedFromMe ?? false,
    author: toAuthor(row.quotedAuthor, chat),
    type,
    body: row.quotedBody ?? "",
  };
}

/** A stored author key (`phone:…`) as a peer; our own words are quoted without one. */
function toAuthor(key: string | null, chat: PeerId): PeerId {
  const [kind = "", value = ""] = (key ?? "").split(":");
  return ADDRESS_KINDS.some((known) => known === kind) && value !== "" ? { [kind]: value } : chat;
}
