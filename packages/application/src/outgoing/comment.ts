import { peerKey } from "@balcao/domain/messaging";
import { insertMessage } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { OWN_AUTHOR, type OutgoingTicket } from "./outgoing.js";

/** Stores an internal comment: shown to agents, never given to a connector (CONV-009, D-063). */
export async function insertComment(tx: Sql, ticket: OutgoingTicket, body: string, userId: number, now: Date): Promise<number> {
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
    type: "comment",
    body,
    ack: 0,
    quotedId: null,
    isForwarded: false,
    details: null,
    fileId: null,
    mediaState: null,
    media: null,
    inboundEventId: null,
    sentAt: now,
  });
  if (id === null) throw new Error("a comment has no provider id to collide with");
  return id;
}
