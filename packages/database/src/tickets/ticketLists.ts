import type { KeyRange } from "@balcao/domain/access";
import type { TicketBucket } from "@balcao/domain/tickets";
import { MAX_OFFSET, walkToOffset } from "../paging/index.js";
import { first, statement, type Sql } from "../sql/index.js";
import { ticketRowsOf, type TicketRow } from "./ticketRows.js";

/** The place of a ticket in a list: newest activity first, then highest id (D-036). */
export interface TicketCursor {
  readonly lastActivity: Date;
  readonly id: number;
}

export interface TicketPage {
  /** The page begins after this ticket; null at the top of the list. */
  readonly cursor: TicketCursor | null;
  /** Rows to leave out after the cursor, however many. */
  readonly offset: number;
  readonly limit: number;
}

export interface TicketRangeQuery extends TicketPage {
  readonly bucket: TicketBucket;
  /** Disjoint, as `toTicketRanges` makes them. */
  readonly ranges: readonly KeyRange[];
}

const BELOW = `(last_activity, id) < ($2::timestamptz, $3::int)`;
const NEWEST = `ORDER BY last_activity DESC, id DESC`;
const PAGE = `ORDER BY last_activity DESC, id DESC LIMIT $4::int OFFSET $5::int`;

/** Every ticket of a bucket: one walk of its index. */
const WHOLE = `SELECT id, last_activity FROM ticket WHERE bucket = $1 AND ${BELOW} ${PAGE}`;

/** Whole queues ($6) and pairs of queue and user ($7, $8): each its own walk of an index that stops at the page's end, all merged. */
const BY_KEYS = `SELECT id, last_activity FROM (
    SELECT k.id, k.last_activity FROM unnest($6::int[]) AS q(key) CROSS JOIN LATERAL (
      SELECT id, last_activity FROM ticket WHERE bucket = $1 AND queue_key = q.key AND ${BELOW} ${NEWEST} LIMIT $4::int + $5::int) k
    UNION ALL
    SELECT k.id, k.last_activity FROM unnest($7::int[], $8::int[]) AS p(queue, person) CROSS JOIN LATERAL (
      SELECT id, last_activity FROM ticket WHERE bucket = $1 AND queue_key = p.queue AND user_key = p.person AND ${BELOW} ${NEWEST} LIMIT $4::int + $5::int) k
  ) AS merged ${PAGE}`;

const rowsOf = (keys: string): string => ticketRowsOf(`ARRAY(SELECT id FROM (${keys}) AS keys)`);
const keyOf = (keys: string): string => `SELECT last_activity AS "lastActivity", id FROM (${keys}) AS keys`;

const wholeRows = statement<TicketRow>("ticket_list_whole", rowsOf(WHOLE));
const wholeKey = statement<TicketCursor>("ticket_list_whole_key", keyOf(WHOLE));
const keyedRows = statement<TicketRow>("ticket_list_keyed", rowsOf(BY_KEYS));
const keyedKey = statement<TicketCursor>("ticket_list_keyed_key", keyOf(BY_KEYS));

/** Tickets of a bucket in the ranges, newest activity first: the way lists find their rows (DESIGN.md 3.12). */
export async function listTicketsByRanges(sql: Sql, { bucket, ranges, cursor, offset, limit }: TicketRangeQuery): Promise<TicketRow[]> {
  if (ranges.length === 0) return [];
  const whole = ranges.some(({ queueKeys }) => queueKeys === null);
  const keys = whole ? [] : toKeyArrays(ranges);
  const place = await walkToOffset({ key: cursor, offset }, (from) => first(sql.run(whole ? wholeKey : keyedKey, [...binds(bucket, from, 1, MAX_OFFSET - 1), ...keys])));
  return place === null ? [] : sql.run(whole ? wholeRows : keyedRows, [...binds(bucket, place.key, limit, place.offset), ...keys]);
}

const binds = (bucket: TicketBucket, cursor: TicketCursor | null, limit: number, offset: number) =>
  [bucket, cursor?.lastActivity ?? "infinity", cursor?.id ?? 0, limit, offset] as const;

/** Ranges as three arrays: whole queues, and queue and user of each pair. */
export function toKeyArrays(ranges: readonly KeyRange[]): [number[], number[], number[]] {
  const queues: number[] = [];
  const pairQueues: number[] = [];
  const pairUsers: number[] = [];
  for (const { queueKeys, userKeys } of ranges) {
    for (const queue of queueKeys ?? []) {
      if (userKeys === null) queues.push(queue);
      for (const user of userKeys ?? []) {
        pairQueues.push(queue);
        pairUsers.push(user);
      }
    }
  }
  return [queues, pairQueues, pairUsers];
}
