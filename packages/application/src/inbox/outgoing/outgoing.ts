import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import { chooseDestination } from "@balcao/domain/contacts";
import { peerKey, type MessageType, type PeerId } from "@balcao/domain/messages";
import { AppError } from "@balcao/contracts/errors";
import { getDestinationFacts } from "@balcao/database/contacts";
import { insertMediaJob } from "@balcao/database/mediaJobs";
import { insertSend } from "@balcao/database/outbox";
import type { Sql } from "@balcao/database/sql";
import { newUuid, newWhatsAppMessageId } from "@balcao/platform/ids";
import { noteQueued } from "@balcao/platform/tracing";

/** The ticket of an outgoing message. */
export interface OutgoingTicket {
  readonly id: number;
  readonly contactId: number;
  readonly connectionId: number | null;
  readonly queueId: number | null;
  readonly userId: number | null;
}

/** The connection and the contact's address on it. */
export interface Destination {
  readonly connectionId: number;
  readonly api: ConnectorApi;
  readonly peer: PeerId;
}

/** Each connector's message type of a plain text. */
export const TEXT_TYPES: Readonly<Record<ConnectorApi, MessageType>> = {
  baileys: "conversation",
  meow: "conversation",
  wwebjs: "chat",
  cloud_api: "text",
};

/** The author of all messages that we or the phone's owner wrote. */
export const OWN_AUTHOR = "me";

/**
 * Returns where a ticket's messages are sent. Throws ERR_NO_WAPP_FOUND when the connection was
 * deleted, and ERR_WAPP_INVALID_CONTACT when the contact has no address on it.
 */
export async function toDestination(
  tx: Sql,
  ticket: OutgoingTicket,
  apiOf: (connectionId: number) => ConnectorApi | undefined,
): Promise<Destination> {
  const api = ticket.connectionId === null ? undefined : apiOf(ticket.connectionId);
  if (ticket.connectionId === null || api === undefined) throw new AppError("ERR_NO_WAPP_FOUND");
  const address = chooseDestination(await getDestinationFacts(tx, ticket.contactId, ticket.connectionId));
  if (!address) throw new AppError("ERR_WAPP_INVALID_CONTACT");
  return { connectionId: ticket.connectionId, api, peer: { [address.kind]: address.value } };
}

export interface OutgoingContent {
  readonly type: MessageType;
  readonly body: string;
  readonly quotedId: number | null;
  readonly fileId: string | null;
  readonly media: Readonly<Record<string, unknown>> | null;
  /**
   * Data besides the body that a location, a template, a forwarded message or a text with mentions
   * needs.
   */
  readonly details?: Readonly<Record<string, unknown>> | null;
  readonly isForwarded?: boolean;
}

export interface OutgoingOrigin {
  readonly by: "agent" | "system";
  readonly userId: number | null;
  readonly clientKey: string | null;
  readonly now: Date;
  /** Why an automatic text is sent; see `OutboxDraft`. */
  readonly cause?: TextCause | null;
  /** The run of a mass or scheduled message. */
  readonly sendRunId?: number;
}

/** The event that an automatic text answers, or null, and which text it is. */
export interface TextCause {
  readonly eventId: number | null;
  readonly kind: string;
}

/**
 * Stores a message of ours and its outbox row in one transaction, so that it cannot be lost [P-11].
 * Its provider id is chosen now where the connector allows it, so that a repeat is the same message. Returns the message's id.
 */
export async function insertOutgoing(
  tx: Sql,
  { ticket, to }: { readonly ticket: OutgoingTicket; readonly to: Destination },
  content: OutgoingContent,
  origin: OutgoingOrigin,
): Promise<number> {
  const externalId = CAPABILITIES[to.api].chosenId ? newWhatsAppMessageId() : null;
  const chat = peerKey(to.peer);
  const message = {
    ticketId: ticket.id,
    connectionId: to.connectionId,
    chat,
    author: OWN_AUTHOR,
    fromMe: true,
    externalId,
    contactId: null,
    userId: origin.userId,
    queueId: ticket.queueId,
    ownerId: ticket.userId,
    type: content.type,
    body: content.body,
    ack: 0,
    quotedId: content.quotedId,
    isForwarded: content.isForwarded ?? false,
    details: content.details ?? null,
    fileId: content.fileId,
    mediaState: content.fileId === null ? null : "ready",
    media: content.media,
    inboundEventId: null,
    sentAt: origin.now,
    sendRunId: origin.sendRunId ?? null,
    clientKey: origin.clientKey,
  } as const;
  const messageId = await insertSend(tx, message, {
    id: newUuid(),
    lane: `${to.connectionId}:${chat}`,
    origin: origin.by,
    peer: to.peer,
    heavy: content.fileId !== null,
    cause: origin.cause ?? null,
    isPacedFirst: isAnswerOfPhone(to.api, origin),
  });
  if (messageId === null) throw new Error("a fresh message id was taken already");
  noteQueued(messageId);
  const job = jobOf(content);
  if (job !== null) await insertMediaJob(tx, messageId, job);
  return messageId;
}

/** Whether it is an automatic answer over a linked phone, which is blocked for quick ones; Meta blocks nobody for them. */
const isAnswerOfPhone = (api: ConnectorApi, { by, cause }: OutgoingOrigin): boolean =>
  CAPABILITIES[api].qr !== null && by === "system" && typeof cause?.eventId === "number";

/** What must be done to a message's file before it is handed over. */
function jobOf({ fileId, media }: OutgoingContent): "prepareVoice" | "convertFile" | null {
  if (fileId === null || media === null) return null;
  if (media["voice"] === true) return "prepareVoice";
  return typeof media["convert"] === "string" ? "convertFile" : null;
}
