import type { KeyRange } from "@balcao/domain/access";
import type { TicketBucket, TicketCondition } from "@balcao/domain/tickets";
import { TICKET_FIELDS, toSql } from "../access/index.js";
import { MAX_OFFSET, walkToOffset } from "../paging/index.js";
import { literal } from "../search/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";
import { toWalks } from "./keyArrays.js";
import { COUNT_OF_BUCKET, countOfPairs, countOfWalks, countTicketsByRanges } from "./ticketCounts.js";
import { ticketRowsOf, type TicketRow } from "./ticketRows.js";
import { LOCKED_COLUMNS, type GuestColumns, type LockedTicket } from "./ticketWrites.js";

/** The place of a ticket in a list: newest activity first, then highest id [D-036]. */
export interface TicketCursor {
  /** By wait: since when its customer waits. */
  readonly lastActivity: Date;
  readonly id: number;
}

export interface TicketPage {
  /** The page begins after this ticket; null at the top of the list. */
  readonly cursor: TicketCursor | null;
  /** Rows to skip after the cursor; any number. */
  readonly offset: number;
  readonly limit: number;
}

export interface TicketRangeQuery extends TicketPage {
  readonly bucket: TicketBucket;
  /** Disjoint, as from `toTicketRanges`. */
  readonly ranges: readonly KeyRange[];
  /** By wait only in the bucket "pending"; by activity without it. */
  readonly order?: TicketOrder;
}

/** How a list is ordered: by its newest activity, or, for the waiting tickets, by who has waited longest (D-341). */
export type TicketOrder = "activity" | "wait";

/** The words of an order in statements: its bucket, the instant it goes by, and its direction. */
interface Ordering {
  readonly bucket: string;
  readonly at: string;
  readonly beyond: "<" | ">";
  readonly by: "DESC" | "ASC";
  /** Before every ticket. */
  readonly start: string;
}

const ORDERINGS: Readonly<Record<TicketOrder, Ordering>> = {
  activity: { bucket: "bucket = $1", at: "last_activity", beyond: "<", by: "DESC", start: "infinity" },
  // The indexes of this order have only waiting tickets, which the planner must read in the statement.
  wait: {
    bucket: "bucket = 'pending' AND $1::text = 'pending'",
    at: "coalesce(waiting_since, last_activity)",
    beyond: ">",
    by: "ASC",
    start: "-infinity",
  },
};

const pageOf = ({ by }: Ordering): string => `ORDER BY place ${by}, id ${by} LIMIT $4::int OFFSET $5::int`;
const select = ({ bucket, at, beyond }: Ordering, where: string): string =>
  `SELECT id, ${at} AS place FROM ticket WHERE ${bucket} AND ${where}(${at}, id) ${beyond} ($2::timestamptz, $3::int)`;

/** All tickets of a bucket: one index scan. */
const wholeOf = (ordering: Ordering): string => `${select(ordering, "")} ${pageOf(ordering)}`;

const walk = (ordering: Ordering, where: string): string =>
  `${select(ordering, `${where} AND `)} ORDER BY ${ordering.at} ${ordering.by}, id ${ordering.by} LIMIT $4::int + $5::int`;

/**
 * Whole queues ($6), pairs of queue and user ($7, $8), queues with many users ($9, $10): each is
 * one index scan that stops at the page's end, and all are merged. `+ 0` makes the many users a
 * filter of the queue's scan; as an index condition the result would have to be sorted.
 */
const byKeysOf = (ordering: Ordering): string => `SELECT id, place FROM (
    SELECT k.* FROM unnest($6::int[]) AS q(key) CROSS JOIN LATERAL (${walk(ordering, "queue_key = q.key")}) AS k
    UNION ALL
    SELECT k.* FROM unnest($7::int[], $8::int[]) AS p(queue, person) CROSS JOIN LATERAL (${walk(ordering, "queue_key = p.queue AND user_key = p.person")}) AS k
    UNION ALL
    SELECT k.* FROM (SELECT queue, crowd::int[] AS crowd FROM unnest($9::int[], $10::text[]) AS w(queue, crowd) OFFSET 0) AS w
      CROSS JOIN LATERAL (${walk(ordering, "queue_key = w.queue AND user_key + 0 = ANY(w.crowd)")}) AS k
  ) AS merged ${pageOf(ordering)}`;

/**
 * The same where all are pairs ($6, $7), as for most people: a statement that could read more takes twice as long
 * to begin, although it reads nothing of it.
 */
const byPairsOf = (ordering: Ordering): string => `SELECT k.id, k.place FROM unnest($6::int[], $7::int[]) AS p(queue, person)
    CROSS JOIN LATERAL (${walk(ordering, "queue_key = p.queue AND user_key = p.person")}) AS k ${pageOf(ordering)}`;

/** A page of a list, with the exact number of tickets in the whole list. */
export interface TicketRangePage {
  readonly rows: TicketRow[];
  readonly count: number;
}

type CountedRow = TicketRow & { readonly count: number };

// The count is a column of the rows: one statement costs half of two, and both are from one
// snapshot.
const rowsOf = (keys: string, count: string): string => ticketRowsOf(`ARRAY(SELECT id FROM (${keys}) AS keys)`, `(${count}) AS count`);
const keyOf = (keys: string): string => `SELECT place AS "lastActivity", id FROM (${keys}) AS keys`;

const { activity, wait } = ORDERINGS;
const wholeRows = statement<CountedRow>("ticket_list_whole", rowsOf(wholeOf(activity), COUNT_OF_BUCKET));
const wholeKey = statement<TicketCursor>("ticket_list_whole_key", keyOf(wholeOf(activity)));
const keyedRows = statement<CountedRow>("ticket_list_keyed", rowsOf(byKeysOf(activity), countOfWalks(6)));
const keyedKey = statement<TicketCursor>("ticket_list_keyed_key", keyOf(byKeysOf(activity)));
const pairedRows = statement<CountedRow>("ticket_list_paired", rowsOf(byPairsOf(activity), countOfPairs(6)));
const pairedKey = statement<TicketCursor>("ticket_list_paired_key", keyOf(byPairsOf(activity)));
const waitingRows = statement<CountedRow>("ticket_list_waiting", rowsOf(wholeOf(wait), COUNT_OF_BUCKET));
const waitingKey = statement<TicketCursor>("ticket_list_waiting_key", keyOf(wholeOf(wait)));
const waitingKeyedRows = statement<CountedRow>("ticket_list_waiting_keyed", rowsOf(byKeysOf(wait), countOfWalks(6)));
const waitingKeyedKey = statement<TicketCursor>("ticket_list_waiting_keyed_key", keyOf(byKeysOf(wait)));
const waitingPairedRows = statement<CountedRow>("ticket_list_waiting_paired", rowsOf(byPairsOf(wait), countOfPairs(6)));
const waitingPairedKey = statement<TicketCursor>("ticket_list_waiting_paired_key", keyOf(byPairsOf(wait)));

/** The statements of each order, for a whole bucket, for ranges of keys and for pairs alone. */
const STATEMENTS = {
  activity: {
    whole: { page: wholeRows, key: wholeKey },
    keyed: { page: keyedRows, key: keyedKey },
    paired: { page: pairedRows, key: pairedKey },
  },
  wait: {
    whole: { page: waitingRows, key: waitingKey },
    keyed: { page: waitingKeyedRows, key: waitingKeyedKey },
    paired: { page: waitingPairedRows, key: waitingPairedKey },
  },
} as const;

/** Which statements read the ranges, with their parameters from $6 on. */
function toKeys(ranges: readonly KeyRange[]): { readonly kind: keyof (typeof STATEMENTS)["wait"]; readonly keys: readonly unknown[] } {
  if (ranges.some(({ queueKeys }) => queueKeys === null)) return { kind: "whole", keys: [] };
  const keys = toWalks(ranges);
  const [queues, pairQueues, pairUsers, crowdedQueues] = keys;
  return queues.length + crowdedQueues.length === 0 ? { kind: "paired", keys: [pairQueues, pairUsers] } : { kind: "keyed", keys };
}

/**
 * Lists the tickets of a bucket in the ranges, newest activity first or the longest wait first, through the list indexes
 * (ADR 2).
 */
export async function listTicketsByRanges(sql: Sql, query: TicketRangeQuery): Promise<TicketRangePage> {
  const { bucket, ranges, cursor, offset, limit, order = "activity" } = query;
  if (ranges.length === 0) return { rows: [], count: 0 };
  const { kind, keys } = toKeys(ranges);
  const { start } = ORDERINGS[order];
  const statements = STATEMENTS[order][kind];
  const binds = (from: TicketCursor | null, rows: number, skipped: number) =>
    [bucket, from?.lastActivity ?? start, from?.id ?? 0, rows, skipped, ...keys] as const;
  const place = await walkToOffset({ key: cursor, offset }, (from) => first(sql.run(statements.key, binds(from, 1, MAX_OFFSET - 1))));
  const rows = place === null ? [] : await sql.run(statements.page, binds(place.key, limit, place.offset));
  return { rows, count: rows[0]?.count ?? (await countTicketsByRanges(sql, bucket, ranges)) };
}

interface ContactTicketsQuery {
  readonly contactId: number;
  /** The tickets that the person may open. */
  readonly condition: TicketCondition;
  /** The page begins after this ticket; null at the newest one. */
  readonly beforeId: number | null;
  readonly limit: number;
}

/** Lists the tickets of a contact that a person may open, newest first. */
export function listContactTickets(sql: Sql, { contactId, condition, beforeId, limit }: ContactTicketsQuery): Promise<TicketRow[]> {
  const check = toSql(condition, TICKET_FIELDS, 1);
  const older = beforeId === null ? "" : `AND t.id < ${literal(beforeId)}`;
  const ids = `SELECT t.id FROM ticket t WHERE t.contact_id = ${literal(contactId)} AND ${check.text} ${older} ORDER BY t.id DESC LIMIT ${literal(limit)}`;
  return sql.ask<TicketRow>(ticketRowsOf(`ARRAY(${ids})`), check.values);
}

const setRow = statement<LockedTicket>(
  "ticket_guests",
  `UPDATE ticket SET guest_ids = $2, guest_inviter_ids = $3, version = version + 1 WHERE id = $1 RETURNING ${LOCKED_COLUMNS}`,
);
// The first condition is that of the index.
const ofGuest = statement<{ id: number }>(
  "ticket_of_guest",
  `SELECT id FROM ticket WHERE guest_ids <> '{}' AND guest_ids @> ARRAY[$1::int] ORDER BY last_activity DESC, id DESC LIMIT $2`,
);

/** Stores who is invited to a ticket, which must be locked. */
export const setTicketGuests = (tx: Sql, ticketId: number, { guestIds, guestInviterIds }: GuestColumns): Promise<LockedTicket> =>
  one(tx.run(setRow, [ticketId, guestIds, guestInviterIds]));

/** The ids of the tickets that a person is invited to, newest activity first. */
export async function listGuestTicketIds(sql: Sql, userId: number, most: number): Promise<number[]> {
  return (await sql.run(ofGuest, [userId, most])).map(({ id }) => id);
}

const listOwned = statement<{ id: number }>(
  "ticket_owned",
  `SELECT id FROM ticket WHERE bucket IN ('open', 'group', 'pending', 'paused') AND queue_key = ANY($2::int[]) AND user_key = $1 ORDER BY id`,
);

const countOwned = statement<{ queueKey: number; count: number }>(
  "ticket_owned_counts",
  `SELECT queue_key AS "queueKey", count(*)::int AS count FROM ticket
   WHERE bucket IN ('open', 'group', 'pending', 'paused') AND queue_key = ANY($2::int[]) AND user_key = $1 GROUP BY queue_key ORDER BY queue_key`,
);

const listOfQueue = statement<{ id: number }>(
  "ticket_live_of_queue",
  `SELECT id FROM ticket WHERE bucket IN ('open', 'group', 'pending', 'paused', 'bot', 'nps') AND queue_key = $1 ORDER BY id LIMIT $2`,
);

/** The ids of some live tickets of a queue, in the order in which they must be locked. */
export const listLiveTicketsOfQueue = async (tx: Sql, queueId: number, limit: number): Promise<number[]> =>
  (await tx.run(listOfQueue, [queueId, limit])).map(({ id }) => id);

/** The ids of a person's live tickets in these queues, 0 for none, in the order in which they must be locked. */
export const listOwnedTickets = async (tx: Sql, userId: number, queueKeys: readonly number[]): Promise<number[]> =>
  (await tx.run(listOwned, [userId, queueKeys])).map(({ id }) => id);

/** How many live tickets a person has in each of these queues, 0 for none; queues without any are left out. */
export const countOwnedTickets = (sql: Sql, userId: number, queueKeys: readonly number[]) => sql.run(countOwned, [userId, queueKeys]);
