import type { TicketColumns, TicketState } from "@balcao/domain/tickets";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A ticket's row as commands need it, locked for the rest of the transaction. */
export interface LockedTicket extends TicketState {
  readonly id: number;
  readonly contactId: number;
  readonly version: number;
  readonly unread: number;
  readonly lastInboundId: number | null;
  readonly readMessageId: number;
}

const COLUMNS = `id, status, contact_id AS "contactId", connection_id AS "connectionId", queue_id AS "queueId", user_id AS "userId", is_group AS "isGroup",
  pause_tag AS "pauseTag", accepted_at AS "acceptedAt", closed_at AS "closedAt", version, unread, last_inbound_id AS "lastInboundId", read_message_id AS "readMessageId"`;

const lockById = statement<LockedTicket>("ticket_lock", `SELECT ${COLUMNS} FROM ticket WHERE id = $1 FOR UPDATE`);
const lockLive = statement<LockedTicket>(
  "ticket_lock_live",
  `SELECT ${COLUMNS} FROM ticket WHERE contact_id = $1 AND connection_id = $2 AND status <> 'closed' FOR UPDATE`,
);
const lockNewest = statement<LockedTicket>(
  "ticket_lock_newest",
  `SELECT ${COLUMNS} FROM ticket WHERE contact_id = $1 AND connection_id = $2 ORDER BY id DESC LIMIT 1 FOR UPDATE`,
);
const lockOfSends = statement<LockedTicket>(
  "ticket_lock_of_sends",
  `SELECT ${COLUMNS} FROM ticket WHERE id IN (SELECT m.ticket_id FROM outbox o JOIN message m ON m.id = o.message_id WHERE o.id = ANY($1::uuid[])) ORDER BY id FOR UPDATE`,
);
const lockOfAck = statement<LockedTicket>(
  "ticket_lock_of_ack",
  `SELECT ${COLUMNS} FROM ticket WHERE id IN (
     SELECT ticket_id FROM message WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND from_me
     UNION SELECT m.ticket_id FROM outbox o JOIN message m ON m.id = o.message_id WHERE o.id = $3::uuid
   ) ORDER BY id FOR UPDATE`,
);
const insertRow = statement<LockedTicket>(
  "ticket_insert",
  `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, is_group, accepted_at, closed_at, created_at, last_activity)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
   ON CONFLICT (contact_id, connection_id) WHERE status <> 'closed' DO NOTHING
   RETURNING ${COLUMNS}`,
);
// The guard repeats what the caller saw under the lock: a status can change by this statement and by nothing else (ARCHITECTURE 5).
const patchRow = statement<LockedTicket>(
  "ticket_patch",
  `UPDATE ticket SET status = $4, user_id = $5, queue_id = $6, connection_id = $7, pause_tag = $8, accepted_at = $9, closed_at = $10,
     last_activity = greatest(last_activity, $11), version = version + 1
   WHERE id = $1 AND status = $2 AND user_id IS NOT DISTINCT FROM $3
   RETURNING ${COLUMNS}`,
);
const addMessages = statement<LockedTicket>(
  "ticket_add_messages",
  `UPDATE ticket SET
     last_message = CASE WHEN $3::timestamptz >= last_message_at THEN $2 ELSE last_message END,
     last_message_at = greatest(last_message_at, $3),
     last_activity = greatest(last_activity, $3),
     last_inbound_id = coalesce($4, last_inbound_id),
     unread = unread + $5,
     version = version + 1
   WHERE id = $1 RETURNING ${COLUMNS}`,
);
const readAll = statement<LockedTicket>(
  "ticket_read",
  `UPDATE ticket SET unread = 0, read_message_id = greatest(read_message_id, $2), version = version + 1
   WHERE id = $1 AND (unread > 0 OR read_message_id < $2) RETURNING ${COLUMNS}`,
);
// What stays unread is counted from the messages, and never more than was unread: the marker of a merged ticket may stand before messages read long ago.
const readUpTo = statement<LockedTicket>(
  "ticket_read_up_to",
  `UPDATE ticket t SET read_message_id = $2, version = version + 1,
     unread = least(unread, (SELECT count(*) FROM message m WHERE m.ticket_id = t.id AND m.id > $2 AND NOT m.from_me))
   WHERE id = $1 AND read_message_id < $2 RETURNING ${COLUMNS}`,
);
const bumpVersion = statement<LockedTicket>("ticket_bump", `UPDATE ticket SET version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`);

export const lockTicket = (tx: Sql, id: number) => first(tx.run(lockById, [id]));
export const lockLiveTicket = (tx: Sql, contactId: number, connectionId: number) => first(tx.run(lockLive, [contactId, connectionId]));
export const lockNewestTicket = (tx: Sql, contactId: number, connectionId: number) => first(tx.run(lockNewest, [contactId, connectionId]));

/** Locks the tickets of some sends, in the order of their ids: whoever changes sends and messages holds their tickets first. */
export const lockTicketsOfSends = (tx: Sql, outboxIds: readonly string[]) => tx.run(lockOfSends, [outboxIds]);

/** Locks the tickets of messages of ours, by their ids at the network or by that of a send, in the order of the tickets' ids. */
export const lockTicketsOfAck = (tx: Sql, connectionId: number, externalIds: readonly string[], outboxId: string | null) =>
  tx.run(lockOfAck, [connectionId, externalIds, outboxId]);

/** Inserts a ticket, or answers null when the contact has a live one on this connection: the index decides, whoever asks (C-9). */
export function insertTicket(tx: Sql, contactId: number, state: TicketState, now: Date): Promise<LockedTicket | null> {
  return first(
    tx.run(insertRow, [
      state.status,
      contactId,
      state.connectionId,
      state.queueId,
      state.userId,
      state.isGroup,
      state.acceptedAt,
      state.closedAt,
      now,
    ]),
  );
}

/** Writes a transition's columns onto the row that was locked; null when the row is no longer what it was. */
export function patchTicket(
  tx: Sql,
  ticket: LockedTicket,
  patch: Readonly<Partial<TicketColumns>>,
  now: Date,
): Promise<LockedTicket | null> {
  const after = { ...ticket, ...patch };
  return first(
    tx.run(patchRow, [
      ticket.id,
      ticket.status,
      ticket.userId,
      after.status,
      after.userId,
      after.queueId,
      after.connectionId,
      after.pauseTag,
      after.acceptedAt,
      after.closedAt,
      now,
    ]),
  );
}

export interface NewMessages {
  /** Preview of the newest of them. */
  readonly preview: string;
  readonly at: Date;
  /** Journal id of the newest inbound event, or null for what we sent. */
  readonly inboundId: number | null;
  readonly unread: number;
}

/** Moves a ticket up for new messages. */
export const addMessagesToTicket = (tx: Sql, ticketId: number, news: NewMessages) =>
  one(tx.run(addMessages, [ticketId, news.preview, news.at, news.inboundId, news.unread]));

/** Sets the read marker; null when everything was read already. Messages themselves are not touched (ARCHITECTURE 17). */
export const setTicketRead = (tx: Sql, ticketId: number, messageId: number) => first(tx.run(readAll, [ticketId, messageId]));

/** Sets the read marker at a message that need not be the newest; null when it stood there or further already. */
export const setTicketReadUpTo = (tx: Sql, ticketId: number, messageId: number) => first(tx.run(readUpTo, [ticketId, messageId]));

/** Raises the version of a ticket of which only messages changed, and locks it. */
export const raiseTicketVersion = (tx: Sql, ticketId: number) => one(tx.run(bumpVersion, [ticketId]));
