import type { KeyRange } from "@balcao/domain/access";
import type { TicketBucket } from "@balcao/domain/tickets";
import { MAX_OFFSET, walkToOffset } from "../paging/index.js";
import { first, statement, type Sql } from "../sql/index.js";
import { toWalks } from "./keyArrays.js";
import { COUNT_OF_BUCKET, countOfWalks, countTicketsByRanges } from "./ticketCounts.js";
import { ticketRowsOf, type TicketRow } from "./ticketRows.js";

/** The place of a ticket in a list: newest activity first, then highest id [D-036]. */
export interface TicketCursor {
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
}

const BELOW = `(last_activity, id) < ($2::timestamptz, $3::int)`;
const NEWEST = `ORDER BY last_activity DESC, id DESC`;
const PAGE = `ORDER BY last_activity DESC, id DESC LIMIT $4::int OFFSET $5::int`;

/** All tickets of a bucket: one index scan. */
const WHOLE = `SELECT id, last_activity FROM ticket WHERE bucket = $1 AND ${BELOW} ${PAGE}`;

const walk = (where: string): string =>
  `SELECT id, last_activity FROM ticket WHERE bucket = $1 AND ${where} AND ${BELOW} ${NEWEST} LIMIT $4::int + $5::int`;

/**
 * Whole queues ($6), pairs of queue and user ($7, $8), queues with many users ($9, $10): each is
 * one index scan that stops at the page's end, and all are merged. `+ 0` makes the many users a
 * filter of the queue's scan; as an index condition the result would have to be sorted.
 */
const BY_KEYS = `SELECT id, last_activity FROM (
    SELECT k.* FROM unnest($6::int[]) AS q(key) CROSS JOIN LATERAL (${walk("queue_key = q.key")}) AS k
    UNION ALL
    SELECT k.* FROM unnest($7::int[], $8::int[]) AS p(queue, person) CROSS JOIN LATERAL (${walk("queue_key = p.queue AND user_key = p.person")}) AS k
    UNION ALL
    SELECT k.* FROM (SELECT queue, crowd::int[] AS crowd FROM unnest($9::int[], $10::text[]) AS w(queue, crowd) OFFSET 0) AS w
      CROSS JOIN LATERAL (${walk("queue_key = w.queue AND user_key + 0 = ANY(w.crowd)")}) AS k
  ) AS merged ${PAGE}`;

/** A page of a list, with the exact number of tickets in the whole list. */
export interface TicketRangePage {
  readonly rows: TicketRow[];
  readonly count: number;
}

type CountedRow = TicketRow & { readonly count: number };

// The count is a column of the rows: one statement costs half of two, and both are from one
// snapshot.
const rowsOf = (keys: string, count: string): string => ticketRowsOf(`ARRAY(SELECT id FROM (${keys}) AS keys)`, `(${count}) AS count`);
const keyOf = (keys: string): string => `SELECT last_activity AS "lastActivity", id FROM (${keys}) AS keys`;

const wholeRows = statement<CountedRow>("ticket_list_whole", rowsOf(WHOLE, COUNT_OF_BUCKET));
const wholeKey = statement<TicketCursor>("ticket_list_whole_key", keyOf(WHOLE));
const keyedRows = statement<CountedRow>("ticket_list_keyed", rowsOf(BY_KEYS, countOfWalks(6)));
const keyedKey = statement<TicketCursor>("ticket_list_keyed_key", keyOf(BY_KEYS));

/**
 * Lists the tickets of a bucket in the ranges, newest activity first, through the list indexes
 * (ADR 2).
 */
export async function listTicketsByRanges(sql: Sql, { bucket, ranges, cursor, offset, limit }: TicketRangeQuery): Promise<TicketRangePage> {
  if (ranges.length === 0) return { rows: [], count: 0 };
  const whole = ranges.some(({ queueKeys }) => queueKeys === null);
  const keys = whole ? [] : toWalks(ranges);
  const place = await walkToOffset({ key: cursor, offset }, (from) =>
    first(sql.run(whole ? wholeKey : keyedKey, [...binds(bucket, from, 1, MAX_OFFSET - 1), ...keys])),
  );
  const rows =
    place === null ? [] : await sql.run(whole ? wholeRows : keyedRows, [...binds(bucket, place.key, limit, place.offset), ...keys]);
  return { rows, count: rows[0]?.count ?? (await countTicketsByRanges(sql, bucket, ranges)) };
}

const binds = (bucket: TicketBucket, cursor: TicketCursor | null, limit: number, offset: number) =>
  [bucket, cursor?.lastActivity ?? "infinity", cursor?.id ?? 0, limit, offset] as const;
