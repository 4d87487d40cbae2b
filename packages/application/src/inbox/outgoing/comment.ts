import { peerKey } from "@balcao/domain/messages";
import type { Handover } from "@balcao/domain/texts";
import { insertMessage } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { OWN_AUTHOR, type OutgoingTicket } from "./outgoing.js";

interface Comment {
  readonly body: string;
  /** Null when the product itself writes. */
  readonly userId: number | null;
  /** The colleagues whom it mentions. */
  readonly mentioned?: readonly { readonly id: number; readonly name: string }[];
  /** Whom the transfer that it reports gave the ticket to. */
  readonly handover?: Handover;
  /** The key that the author's browser gave it. */
  readonly clientKey?: string | null;
  readonly now: Date;
}

/**
 * Stores an internal comment: agents see it, and no connector receives it.
 */
export async function insertComment(
  tx: Sql,
  ticket: OutgoingTicket,
  { body, userId, mentioned = [], handover, clientKey = null, now }: Comment,
): Promise<number> {
  const id = await insertMessage(tx, {
    ticketId: ticket.id,
    connectionId: ticket.connectionId,
    chat: peerKey({}),
    author: OWN_AUTHOR,
    fromMe: true,
    externalId: null,
    contactId: null,
    userId,
    queueId: ticket.queueId,
    ownerId: ticket.userId,
    type: "comment",
    body,
    ack: 0,
    quotedId: null,
    isForwarded: false,
    details: handover ? { handover } : mentioned.length === 0 ? null : { mentioned },
    fileId: null,
    mediaState: null,
    media: null,
    inboundEventId: null,
    sentAt: now,
    clientKey,
  });
  if (id === null) throw new Error("a comment has no provider id to collide with");
  return id;
}

/** Whom the transfer that a comment reports gave the ticket to; null for any other comment. */
export const handoverOf = ({ details }: { readonly details: Readonly<Record<string, unknown>> | null }): Handover | null =>
  // `insertComment` alone writes it.
  (details?.["handover"] as Handover | undefined) ?? null;
