import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import { peerKey, type MessageType, type PeerId } from "@balcao/domain/messaging";
import { AppError } from "@balcao/contracts/errors";
import { listContactAddresses } from "@balcao/database/contacts";
import { insertMessage } from "@balcao/database/messages";
import { insertMediaJob } from "@balcao/database/mediaJobs";
import { insertOutbox } from "@balcao/database/outbox";
import type { Sql } from "@balcao/database/sql";
import { newUuid, newWhatsAppMessageId } from "@balcao/platform/ids";

/** The ticket that a message of ours goes into. */
export interface OutgoingTicket {
  readonly id: number;
  readonly contactId: number;
  readonly connectionId: number | null;
  readonly queueId: number | null;
}

/** Where a message goes: the connection and the contact's address on it. */
export interface Destination {
  readonly connectionId: number;
  readonly api: ConnectorApi;
  readonly peer: PeerId;
}

/** Each connector's own word for a plain text (D-069). */
export const TEXT_TYPES: Readonly<Record<ConnectorApi, MessageType>> = {
  baileys: "conversation",
  meow: "conversation",
  wwebjs: "chat",
  cloud_api: "text",
};

/** The author of everything that we or the phone's owner wrote. */
export const OWN_AUTHOR = "me";

/** Finds how a contact is reached; ERR_CREATING_MESSAGE when the ticket has no connection left or the contact no address on it. */
export async function toDestination(
  tx: Sql,
  ticket: OutgoingTicket,
  apiOf: (connectionId: number) => ConnectorApi | undefined,
): Promise<Destination> {
  const api = ticket.connectionId === null ? undefined : apiOf(ticket.connectionId);
  if (ticket.connectionId === null || api === undefined) throw new AppError("ERR_NO_WAPP_FOUND");
  const [address] = await listContactAddresses(tx, ticket.contactId, ticket.connectionId);
  if (!address) throw new AppError("ERR_WAPP_INVALID_CONTACT");
  return { connectionId: ticket.connectionId, api, peer: { [address.kind]: address.value } };
}

export interface OutgoingContent {
  readonly type: MessageType;
  readonly body: string;
  readonly quotedId: number | null;
  readonly fileId: string | null;
  readonly media: Readonly<Record<string, unknown>> | null;
  /** What a place, a template, a forwarded message or a text with mentions needs besides its body. */
  readonly details?: Readonly<Record<string, unknown>> | null;
  readonly isForwarded?: boolean;
}

export interface OutgoingOrigin {
  readonly by: "agent" | "system";
  readonly userId: number | null;
  readonly clientKey: string | null;
  readonly now: Date;
}

/**
 * Stores a message of ours and its outbox row in one transaction: from here on it cannot be forgotten (P-11). Its provider id is chosen now
 * where the connector lets us, so that a repeat is the same message (M-5). Answers the message's id.
 */
export async function insertOutgoing(
  tx: Sql,
  ticket: OutgoingTicket,
  to: Destination,
  content: OutgoingContent,
  origin: OutgoingOrigin,
): Promise<number> {
  const externalId = CAPABILITIES[to.api].chosenId ? newWhatsAppMessageId() : null;
  const chat = peerKey(to.peer);
  const messageId = await insertMessage(tx, {
    ticketId: ticket.id,
    connectionId: to.connectionId,
    chat,
    author: OWN_AUTHOR,
    fromMe: true,
    externalId,
    contactId: null,
    userId: origin.userId,
    queueId: ticket.queueId,
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
  });
  if (messageId === null) throw new Error("a fresh message id was taken already");
  await insertOutbox(tx, {
    id: newUuid(),
    messageId,
    connectionId: to.connectionId,
    lane: `${to.connectionId}:${chat}`,
    origin: origin.by,
    userId: origin.userId,
    clientKey: origin.clientKey,
    externalId,
    peer: to.peer,
    heavy: content.fileId !== null,
  });
  if (content.fileId !== null && content.media?.["voice"] === true) await insertMediaJob(tx, messageId, "prepareVoice");
  return messageId;
}
