import type { Closing } from "@balcao/domain/closing";
import type { DestinationFacts } from "@balcao/domain/contacts";
import type { AdSource, DeliveryState, MessageType } from "@balcao/domain/messages";
import type { TargetKind } from "@balcao/domain/targets";
import type { PreviewMedia } from "@balcao/domain/texts";
import type { Snooze, TicketOrigin, TicketStatus } from "@balcao/domain/tickets";
import { DESTINATIONS_OF_TICKET } from "../contacts/index.js";
import { historyColumns, type RecordedRow } from "../messages/index.js";
import { first, statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type GuestColumns, type LockedTicket } from "./ticketWrites.js";

/**
 * A ticket with its contact for lists, answers and events; queues, users and connections are added
 * from the directory.
 */
export interface TicketRow extends GuestColumns {
  readonly id: number;
  readonly status: TicketStatus;
  readonly isGroup: boolean;
  /** What it was made for while it only holds a sent message. */
  readonly origin: TicketOrigin | null;
  readonly contactId: number;
  readonly contactName: string;
  readonly contactNumber: string | null;
  readonly contactIsGroup: boolean;
  readonly contactPictureFileId: string | null;
  /** What decides where answers go, where the contact has several numbers on the connection; else null. */
  readonly contactDestinations: Pick<DestinationFacts, "addresses" | "lastChat"> | null;
  readonly connectionId: number | null;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly lastMessage: string;
  /** How far the last message has come, when it is ours; null for a customer's, and where it was never recorded. */
  readonly lastMessageState: DeliveryState | null;
  /** Its medium; null for a text, and where it was never recorded. */
  readonly lastMessageMedia: PreviewMedia | null;
  /** Of a waiting ticket the message with the customer's last own words, its body cut; null where it is not known, and of other tickets. */
  readonly words: CustomersWords | null;
  readonly lastActivity: Date;
  readonly unread: number;
  readonly readMessageId: number;
  /** When the first message of the customer came that nobody has answered; null when none waits. */
  readonly waitingSince: Date | null;
  readonly pauseTag: string | null;
  /** Null when it is not paused, and where that was never recorded. */
  readonly pausedAt: Date | null;
  readonly snooze: Snooze | null;
  readonly wakesAt: Date | null;
  /** What is due first by the targets of its queue, and when; null where nothing is. */
  readonly dueAt: Date | null;
  readonly dueOf: TargetKind | null;
  readonly closing: Closing | null;
  /** The advertisement that its first message came from. */
  readonly adSource: AdSource | null;
  /** Since when Meta's agent answers it; null while it does not. */
  readonly metaAgentSince: Date | null;
  readonly acceptedAt: Date | null;
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  readonly version: number;
}

/** A customer's message, and what the rule of the history asks of it. */
export interface CustomersWords extends RecordedRow {
  readonly type: MessageType;
  readonly body: string;
  readonly isDeleted: boolean;
}

/** Selects the `CustomersWords` of ticket `t`; it reads a message of waiting tickets only. */
const WORDS = `CASE WHEN t.bucket = 'pending' AND t.words_message_id IS NOT NULL THEN (SELECT to_json(said) FROM (
    SELECT w.type, left(w.body, 1000) AS body, w.is_deleted AS "isDeleted", ${historyColumns("w")} FROM message w WHERE w.id = t.words_message_id AND w.ticket_id = t.id) said) END`;

/** Selects a `TicketRow` from ticket `t` and contact `c`. */
const TICKET_COLUMNS = `t.id, t.status, t.is_group AS "isGroup", t.origin, t.contact_id AS "contactId", c.name AS "contactName", c.number AS "contactNumber",
  c.is_group AS "contactIsGroup", c.picture_file_id AS "contactPictureFileId", ${DESTINATIONS_OF_TICKET} AS "contactDestinations", t.connection_id AS "connectionId", t.queue_id AS "queueId", t.user_id AS "userId",
  t.last_message AS "lastMessage", t.last_message_state AS "lastMessageState", t.last_message_media AS "lastMessageMedia", ${WORDS} AS words, t.last_activity AS "lastActivity", t.unread, t.read_message_id AS "readMessageId", t.waiting_since AS "waitingSince", t.pause_tag AS "pauseTag", t.paused_at AS "pausedAt", t.snooze, t.wakes_at AS "wakesAt", t.due_at AS "dueAt", t.due_of AS "dueOf", t.closing, t.ad_source AS "adSource", t.meta_agent_since AS "metaAgentSince",
  t.guest_ids AS "guestIds", t.guest_inviter_ids AS "guestInviterIds", t.accepted_at AS "acceptedAt", t.closed_at AS "closedAt", t.created_at AS "createdAt", t.version`;

/**
 * Selects the rows of an ordered array of ids, in its order; `more` are additional columns. The
 * planner expects a short array and looks ids up; joined directly, an unknown limit made it read
 * whole tables.
 */
export const ticketRowsOf = (
  ids: string,
  ...more: string[]
): string => `SELECT ${[TICKET_COLUMNS, ...more].join(", ")} FROM unnest(${ids}) WITH ORDINALITY AS page(id, place)
  JOIN ticket t ON t.id = page.id JOIN contact c ON c.id = t.contact_id ORDER BY page.place`;

const byIds = statement<TicketRow>("ticket_rows", ticketRowsOf("$1::int[]"));
const live = statement<TicketRow>(
  "ticket_live_row",
  `SELECT ${TICKET_COLUMNS} FROM ticket t JOIN contact c ON c.id = t.contact_id
   WHERE t.contact_id = $1 AND t.status <> 'closed' AND ($2::int IS NULL OR t.connection_id = $2) ORDER BY t.id DESC LIMIT 1`,
);

export const getTicketRow = (sql: Sql, id: number): Promise<TicketRow | null> => first(sql.run(byIds, [[id]]));

/** Returns the existing tickets of these ids, in the order of the ids. */
export const getTicketRowsByIds = (sql: Sql, ids: readonly number[]): Promise<TicketRow[]> => sql.run(byIds, [ids]);

/**
 * Returns the newest ticket of a contact that is not closed: on one connection, or on any.
 */
export const getLiveTicketRow = (sql: Sql, contactId: number, connectionId: number | null): Promise<TicketRow | null> =>
  first(sql.run(live, [contactId, connectionId]));

const lockOfMessage = statement<LockedTicket>(
  "ticket_lock_of_message",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE id = (SELECT ticket_id FROM message WHERE id = $1) FOR UPDATE`,
);

/** Locks the ticket of a message that is about to change: tickets are locked before messages and before work on their files. */
export const lockTicketOfMessage = (tx: Sql, messageId: number): Promise<LockedTicket | null> => first(tx.run(lockOfMessage, [messageId]));
