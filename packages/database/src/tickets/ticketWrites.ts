import type { PreviewMedia } from "@balcao/domain/texts";
import type { FlowStep } from "@balcao/domain/flow";
import type { OpeningState, TicketColumns, TicketOrigin, TicketState } from "@balcao/domain/tickets";
import { insertPushEventWhere } from "../push/index.js";
import { first, one, statement, type OpeningStatement, type Sql } from "../sql/index.js";
import { LAST_MESSAGE_STATE } from "./ticketPreviews.js";

/** Who is invited to a ticket. */
export interface GuestColumns {
  readonly guestIds: readonly number[];
  /** Who invited each, at the same places. */
  readonly guestInviterIds: readonly number[];
}

/** A ticket's row for commands, locked for the rest of the transaction. */
export interface LockedTicket extends TicketState, GuestColumns {
  readonly id: number;
  readonly contactId: number;
  /** What it was made for while it only holds a sent message; a trigger ends it (D-268). */
  readonly origin: TicketOrigin | null;
  readonly version: number;
  readonly unread: number;
  readonly lastInboundId: number | null;
  readonly readMessageId: number;
  /** Up to this message a transfer has lifted the rule of the history; 0 for none. */
  readonly recoveredMessageId: number;
  /** How far automatic answers have come. */
  readonly flowStep: FlowStep;
  /** The queues of the menu that the customer saw, in its order. */
  readonly flowMenu: readonly number[];
  readonly flowMenuAt: Date | null;
  readonly flowRepeats: number;
  /** When it was closed or its rating asked for, by the database's clock; null while it is live. */
  readonly endedAt: Date | null;
  /** Since when Meta's agent answers it; null while it does not. */
  readonly metaAgentSince: Date | null;
}

/** Selects a `LockedTicket`. */
export const LOCKED_COLUMNS = `id, status, contact_id AS "contactId", connection_id AS "connectionId", queue_id AS "queueId", user_id AS "userId", is_group AS "isGroup",
  pause_tag AS "pauseTag", snooze, wakes_at AS "wakesAt", closing, accepted_at AS "acceptedAt", closed_at AS "closedAt", origin, version, unread, last_inbound_id AS "lastInboundId", read_message_id AS "readMessageId",
  recovered_message_id AS "recoveredMessageId", flow_step AS "flowStep", flow_menu AS "flowMenu", flow_menu_at AS "flowMenuAt", flow_repeats AS "flowRepeats", ended_at AS "endedAt", meta_agent_since AS "metaAgentSince", guest_ids AS "guestIds", guest_inviter_ids AS "guestInviterIds"`;

const lockById = statement<LockedTicket>("ticket_lock", `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE id = $1 FOR UPDATE`);
const lockLive = statement<LockedTicket>(
  "ticket_lock_live",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE contact_id = $1 AND connection_id = $2 AND status <> 'closed' FOR UPDATE`,
);
const lockNewest = statement<LockedTicket>(
  "ticket_lock_newest",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE contact_id = $1 AND connection_id = $2 AND ($3 OR origin IS NULL) ORDER BY id DESC LIMIT 1 FOR UPDATE`,
);
const lockOfSends = statement<LockedTicket>(
  "ticket_lock_of_sends",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE id IN (SELECT m.ticket_id FROM outbox o JOIN message m ON m.id = o.message_id WHERE o.id = ANY($1::uuid[])) ORDER BY id FOR UPDATE`,
);
const lockOfAck = statement<LockedTicket>(
  "ticket_lock_of_ack",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE id IN (
     SELECT ticket_id FROM message WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND from_me
     UNION SELECT m.ticket_id FROM outbox o JOIN message m ON m.id = o.message_id WHERE o.id = $3::uuid
   ) ORDER BY id FOR UPDATE`,
);
const insertRow = statement<LockedTicket>(
  "ticket_insert",
  `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, is_group, accepted_at, closed_at, created_at, last_activity, origin, flow_step)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, CASE WHEN $1 = 'pending' THEN 'fresh' ELSE 'done' END)
   ON CONFLICT (contact_id, connection_id) WHERE status <> 'closed' DO NOTHING
   RETURNING ${LOCKED_COLUMNS}`,
);
// Only this statement changes a status (ADR 1); its conditions repeat what the caller read under the lock. Whatever takes a ticket
// out of waiting ends its automatic answers. Its end ends invitations (D-550).
const patchRow = statement<LockedTicket>(
  "ticket_patch",
  `UPDATE ticket SET status = $4, user_id = $5, queue_id = $6, connection_id = $7, pause_tag = $8, accepted_at = $9, closed_at = $10, snooze = $12, wakes_at = $13, closing = $14,
     flow_step = CASE WHEN $4 IN ('pending', 'bot') THEN flow_step ELSE 'done' END,
     paused_at = CASE WHEN $4 <> 'paused' THEN NULL WHEN $2 = 'paused' THEN paused_at ELSE $11 END,
     ended_at = CASE WHEN $4 IN ('closed', 'nps') THEN CASE WHEN $2 IN ('closed', 'nps') THEN ended_at ELSE clock_timestamp() END END,
     meta_agent_since = CASE WHEN $4 NOT IN ('closed', 'nps') THEN meta_agent_since END,
     guest_ids = CASE WHEN $4 IN ('closed', 'nps') THEN '{}' ELSE guest_ids END, guest_inviter_ids = CASE WHEN $4 IN ('closed', 'nps') THEN '{}' ELSE guest_inviter_ids END,
     waiting_since = CASE WHEN $4 <> 'closed' THEN waiting_since END, last_activity = greatest(last_activity, $11), version = version + 1
   WHERE id = $1 AND status = $2 AND user_id IS NOT DISTINCT FROM $3
   RETURNING ${LOCKED_COLUMNS}`,
);
// What the customer said before the last known message came late, and may have been answered.
const addMessagesWith = (state: string, more = ""): string => `UPDATE ticket SET
     last_message_state = ${state},${more}
     last_message = CASE WHEN $3::timestamptz >= last_message_at THEN $2 ELSE last_message END,
     last_message_media = CASE WHEN $3::timestamptz >= last_message_at THEN $8::jsonb ELSE last_message_media END,
     last_message_at = greatest(last_message_at, $3),
     last_activity = greatest(last_activity, $3),
     last_inbound_id = coalesce($4, last_inbound_id),
     unread = unread + $5,
     waiting_since = CASE WHEN status <> 'closed' THEN coalesce(CASE WHEN NOT $6::boolean THEN waiting_since END, CASE WHEN $7::timestamptz >= last_message_at THEN $7 END) END,
     answered_at = greatest(answered_at, $9::timestamptz),
     version = version + 1
   WHERE id = $1 RETURNING ${LOCKED_COLUMNS}`;
// What is sent is stored in the same transaction, but not always before this. Whoever of us answers takes the conversation from Meta's
// agent.
const addMessages = statement<LockedTicket>(
  "ticket_add_messages",
  addMessagesWith(
    "CASE WHEN $3::timestamptz >= last_message_at THEN 'waiting' ELSE last_message_state END",
    "meta_agent_since = CASE WHEN NOT $6::boolean THEN meta_agent_since END,",
  ),
);
const addReceived = statement<LockedTicket & { readonly isPushed: boolean }>(
  "ticket_add_received",
  `WITH after AS (${addMessagesWith(
    `CASE WHEN NOT $11::boolean AND $3::timestamptz >= last_message_at THEN NULL
     WHEN $11 OR last_message_state IS NOT NULL THEN ${LAST_MESSAGE_STATE} END`,
    " words_message_id = coalesce($12, words_message_id),",
  )}), pushed AS (${insertPushEventWhere("'ticket'", "$10::bigint", "$10::bigint IS NOT NULL")} RETURNING 1)
   SELECT after.*, EXISTS (SELECT FROM pushed) AS "isPushed" FROM after`,
);
const readAll = statement<LockedTicket>(
  "ticket_read",
  `UPDATE ticket SET unread = 0, read_message_id = greatest(read_message_id, $2), version = version + 1
   WHERE id = $1 AND (unread > 0 OR read_message_id < $2) RETURNING ${LOCKED_COLUMNS}`,
);
const unreadAgain = statement<LockedTicket>(
  "ticket_unread_again",
  `UPDATE ticket SET unread = 1, version = version + 1 WHERE id = $1 AND unread = 0 RETURNING ${LOCKED_COLUMNS}`,
);
// The new unread count is the number of later messages, but never more than before: the read marker
// of a merged ticket may be older than messages that were read.
const readUpTo = statement<LockedTicket>(
  "ticket_read_up_to",
  `UPDATE ticket t SET read_message_id = $2, version = version + 1,
     unread = least(unread, (SELECT count(*) FROM message m WHERE m.ticket_id = t.id AND m.id > $2 AND NOT m.from_me))
   WHERE id = $1 AND read_message_id < $2 RETURNING ${LOCKED_COLUMNS}`,
);
// Acks and results of sends raise the version: whether the last message is one of them is looked up where it is ours.
const bumpVersion = statement<LockedTicket>(
  "ticket_bump",
  `UPDATE ticket SET version = version + 1, last_message_state = CASE WHEN last_message_state IS NOT NULL THEN ${LAST_MESSAGE_STATE} END WHERE id = ANY($1::int[]) RETURNING ${LOCKED_COLUMNS}`,
);

const disownFiles = statement(
  "ticket_disown_files",
  `UPDATE file SET owner_kind = 'incoming', owner_id = NULL WHERE owner_kind = 'message' AND owner_id IN (SELECT id FROM message WHERE ticket_id = $1)`,
);
const deleteRow = statement("ticket_delete", `DELETE FROM ticket WHERE id = $1`);

/** Deletes a ticket with its messages. Their files lose their owner, and the next cleaning deletes them. */
export async function deleteTicketRow(tx: Sql, ticketId: number): Promise<void> {
  await tx.run(disownFiles, [ticketId]);
  await tx.run(deleteRow, [ticketId]);
}

export const lockTicket = (tx: Sql, id: number) => first(tx.run(lockById, [id]));
export const lockLiveTicket = (tx: Sql, contactId: number, connectionId: number) => first(tx.run(lockLive, [contactId, connectionId]));
export const lockNewestTicket = (tx: Sql, of: readonly [number, number], records: boolean) => first(tx.run(lockNewest, [...of, records]));

/**
 * Locks the tickets of some sends, in the order of their ids. Whoever changes sends and messages
 * must lock their tickets first.
 */
export const lockTicketsOfSends = (tx: Sql, outboxIds: readonly string[]) => tx.run(lockOfSends, [outboxIds]);

/**
 * Locks the tickets of our messages, by their provider ids or by the id of a send, in the order of
 * the tickets' ids.
 */
export const lockTicketsOfAck = (tx: Sql, connectionId: number, externalIds: readonly string[], outboxId: string | null) =>
  tx.run(lockOfAck, [connectionId, externalIds, outboxId]);

/**
 * Inserts a ticket. Returns null when the contact has a live one on this connection, which a unique
 * index guarantees.
 */
export function insertTicket(tx: Sql, contactId: number, state: OpeningState, now: Date): Promise<LockedTicket | null> {
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
      state.origin,
    ]),
  );
}

/** Writes a transition's columns to a locked row; null when the row has changed since. */
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
      after.snooze,
      after.wakesAt,
      after.closing,
    ]),
  );
}

export interface NewMessages {
  /** Preview of the newest message. */
  readonly preview: string;
  /** Its medium; without it the message is a text. */
  readonly media?: PreviewMedia | null;
  readonly at: Date;
  /** Id of the newest inbound event; null for our own messages. */
  readonly inboundId: number | null;
  readonly unread: number;
  /** Somebody of ours has answered; automatic texts are no answer. */
  readonly isAnswer: boolean;
  /** When, where that is not the time of the newest message. */
  readonly answeredAt?: Date | null;
  /** When the customer's first message came that none of them answers, or null. */
  readonly waitingFrom: Date | null;
}

/** What our answer adds to a ticket besides its text. */
export const ANSWERED = { inboundId: null, unread: 0, isAnswer: true, waitingFrom: null } as const;

const toValues = (ticketId: number, messages: NewMessages) =>
  [
    ticketId,
    messages.preview,
    messages.at,
    messages.inboundId,
    messages.unread,
    messages.isAnswer,
    messages.waitingFrom,
    messages.media ?? null,
    messages.isAnswer ? (messages.answeredAt ?? messages.at) : null,
  ] as const;

/** Updates a ticket for new messages that are sent: preview, activity, unread count and version. */
export const addMessagesToTicket = (tx: Sql, ticketId: number, messages: NewMessages) =>
  one(tx.run(addMessages, toValues(ticketId, messages)));

interface ReceivedMessages {
  /** The newest message is ours: it was typed on the phone. */
  readonly isOurs: boolean;
  readonly pushedId: number | null;
  /** The last message that is the customer's own words; null when none is. */
  readonly wordsId: number | null;
}

/**
 * Updates a ticket like `addMessagesToTicket` for messages of a lane, which are stored already, and
 * records that one of them may have to be pushed; `isPushed` is true when somebody wants pushes.
 */
export async function addReceivedToTicket(
  tx: Sql,
  ticketId: number,
  messages: NewMessages,
  { isOurs, pushedId, wordsId }: ReceivedMessages,
): Promise<{ readonly ticket: LockedTicket; readonly isPushed: boolean }> {
  const { isPushed, ...ticket } = await one(tx.run(addReceived, [...toValues(ticketId, messages), pushedId, isOurs, wordsId]));
  return { ticket, isPushed };
}

/**
 * Sets the read marker; null when everything was read already. The messages are not changed
 * (ADR 7).
 */
export const setTicketRead = (tx: Sql, ticketId: number, messageId: number) => first(tx.run(readAll, [ticketId, messageId]));

/**
 * Sets the read marker to a message that need not be the newest; null when the marker is there or
 * later already.
 */
export const setTicketReadUpTo = (tx: Sql, ticketId: number, messageId: number) => first(tx.run(readUpTo, [ticketId, messageId]));

/** Counts one message as unread; null where some are unread already. The read marker stays, so that no receipt is sent again. */
export const setTicketUnread = (tx: Sql, ticketId: number) => first(tx.run(unreadAgain, [ticketId]));

/** Raises the version of a ticket of which only messages changed, and locks it. */
export const raiseTicketVersion = (tx: Sql, ticketId: number) => one(tx.run(bumpVersion, [[ticketId]]));

/** Like `raiseTicketVersion`, for tickets that are locked already. */
export const raiseTicketVersions = async (tx: Sql, ticketIds: readonly number[]): Promise<readonly LockedTicket[]> =>
  ticketIds.length === 0 ? [] : tx.run(bumpVersion, [ticketIds]);

/** Opens a transaction with the lock of a ticket. */
export const lockTicketFirst = (id: number): OpeningStatement<LockedTicket> => ({ statement: lockById, values: [id] });
