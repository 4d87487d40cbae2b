import type { MessageDraft } from "@balcao/database/messages";
import { namedVcard } from "@balcao/domain/contacts";
import {
  peerKey,
  UNREADABLE_BODY,
  UNSUPPORTED_BODY,
  VIEW_ONCE_BODY,
  type InboundEvent,
  type MessageContent,
  type MessageType,
} from "@balcao/domain/messages";
import { receivedFileName } from "@balcao/domain/texts";
import { OWN_AUTHOR } from "../outgoing/index.js";

export type MessageEvent = Extract<InboundEvent, { kind: "message" }>;

type ContentColumns = Pick<MessageDraft, "body" | "mediaState" | "media"> & {
  readonly type: MessageType;
  readonly details: Readonly<Record<string, unknown>> | null;
};

/**
 * The columns of a message that come from its content. A file is fetched later by a chore [M-2].
 */
export function toContentColumns(content: MessageContent): ContentColumns {
  switch (content.kind) {
    case "text":
      return { ...PLAIN, type: content.type, body: content.body };
    case "media":
      return {
        type: content.media satisfies MessageType,
        body: content.caption,
        details: null,
        mediaState: content.source === null ? "failed" : "pending",
        media: {
          mime: content.mime,
          fileName: content.fileName && receivedFileName(content.fileName),
          voice: content.voice,
          seconds: content.seconds,
        },
      };
    case "location": {
      const { latitude, longitude, name, address, thumbnail } = content;
      const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17`;
      return {
        ...PLAIN,
        type: "location",
        body: [thumbnail === null ? "" : `data:image/jpeg;base64,${thumbnail}`, link, [name, address].filter(Boolean).join("\n")].join("|"),
        details: { latitude, longitude, name, address },
      };
    }
    case "contacts": {
      // One whose card is empty is still called something.
      const cards = content.vcards.map(namedVcard).filter((card) => card !== "");
      return {
        ...PLAIN,
        type: cards.length === 1 ? "vcard" : "contacts",
        body: cards.join("\n"),
        details: { names: content.vcards.map(({ name }) => name) },
      };
    }
    case "unsupported":
      return { ...PLAIN, type: "text", body: UNSUPPORTED_BODY, details: { providerType: content.providerType } };
    case "viewOnce":
      return { ...PLAIN, type: "text", body: VIEW_ONCE_BODY };
    case "unreadable":
      return { ...PLAIN, type: "text", body: UNREADABLE_BODY, details: { unreadable: true } };
  }
}

const PLAIN = { details: null, mediaState: null, media: null } as const;

/** A quoted message that the inbox does not have, as it is stored with the reply. */
export interface QuotedText {
  readonly type: MessageType;
  readonly body: string;
  readonly fileName: string | null;
  readonly fromMe: boolean;
  readonly contact: { readonly id: number; readonly name: string } | null;
}

export interface DraftPlace {
  readonly ticketId: number;
  readonly queueId: number | null;
  readonly ownerId: number | null;
  readonly connectionId: number;
  readonly authorContactId: number | null;
  readonly quotedId: number | null;
  readonly quoted: QuotedText | null;
  readonly eventId: number;
}

/** Converts a received message into a row. One typed on the phone is ours and counts as sent. */
export function toDraft(event: MessageEvent, place: DraftPlace): MessageDraft & { readonly type: MessageType } {
  const { ref, ad, better } = event;
  const { quoted } = place;
  const columns = toContentColumns(event.content);
  return {
    ...columns,
    details:
      ad || better || quoted
        ? { ...columns.details, ...(ad && { ad }), ...(better && { files: "better" }), ...(quoted && { quoted }) }
        : columns.details,
    ticketId: place.ticketId,
    connectionId: place.connectionId,
    chat: peerKey(ref.chat),
    author: ref.fromMe ? OWN_AUTHOR : peerKey(ref.author),
    fromMe: ref.fromMe,
    externalId: ref.externalId,
    contactId: ref.fromMe ? null : place.authorContactId,
    userId: null,
    queueId: place.queueId,
    ownerId: place.ownerId,
    ack: ref.fromMe ? 1 : 0,
    quotedId: place.quotedId,
    isForwarded: event.forwarded,
    fileId: null,
    inboundEventId: place.eventId,
    sentAt: event.sentAt,
  };
}

/** How far a network's clock may be ahead of ours, in milliseconds. */
const SKEW_MS = 10_000;

/**
 * Replaces an event's time by its arrival when it lies in the future, because lists and edits are
 * ordered by it.
 */
export function notFromTheFuture(event: InboundEvent, receivedAt: Date): InboundEvent {
  const isLater = (at: Date): boolean => !(at.getTime() - receivedAt.getTime() <= SKEW_MS);
  if (event.kind === "message") return isLater(event.sentAt) ? { ...event, sentAt: receivedAt } : event;
  return "at" in event && isLater(event.at) ? { ...event, at: receivedAt } : event;
}
