import { statusOf, TICKET_BUCKETS, type TicketBucket, type TicketCondition, type TicketFacts } from "@balcao/domain/tickets";
import { toSql, type SqlFields } from "../access/index.js";
import { MAX_OFFSET, walkToOffset } from "../paging/index.js";
import { containsText, literal } from "../search/index.js";
import { first, one, type Sql } from "../sql/index.js";
import type { TicketCursor, TicketPage } from "./ticketLists.js";
import { ticketRowsOf, type TicketRow } from "./ticketRows.js";

/** Counts with filters stop here: no kept count exists for them (ARCHITECTURE 17). */
export const MAX_COUNT = 1_000;

export interface TicketFilter {
  /** What the person may see. */
  readonly condition: TicketCondition;
  /** Null for all. */
  readonly buckets: readonly TicketBucket[] | null;
  /** Part of the contact's name, number or e-mail; empty for any. */
  readonly search: string;
  readonly createdFrom: Date | null;
  readonly createdBefore: Date | null;
  readonly isGroup: boolean | null;
  readonly unreadOnly: boolean;
}

/** Where the facts that rules ask for stand in a ticket's row. */
export const TICKET_FIELDS: SqlFields<TicketFacts> = {
  status: { column: "t.status", type: "text" },
  isGroup: { column: "t.is_group", type: "boolean" },
  queueId: { column: "t.queue_key", type: "int", none: 0 },
  userId: { column: "t.user_key", type: "int", none: 0 },
};

/** A page of tickets under any filters, newest activity first, and how many there are, counted up to `MAX_COUNT`. */
export async function listTicketsByFilter(
  sql: Sql,
  { cursor, offset, limit, ...filter }: TicketFilter & TicketPage,
): Promise<{ rows: TicketRow[]; count: number }> {
  const buckets = bucketsOf(filter);
  if (buckets.length === 0) return { rows: [], count: 0 };
  const fence = toSql(filter.condition, TICKET_FIELDS, 1);
  const where = [fence.text, ...termsOf(filter)].join(" AND ");
  const page = (from: TicketCursor | null, rows: number, skipped: number): string => {
    const walks = buckets.map(
      (bucket) => `(${ticketsIn(bucket, `${where}${below(from)}`)} ORDER BY t.last_activity DESC, t.id DESC LIMIT ${rows + skipped})`,
    );
    return `SELECT id, last_activity FROM (${walks.join(" UNION ALL ")}) AS merged ORDER BY last_activity DESC, id DESC LIMIT ${rows} OFFSET ${skipped}`;
  };
  const keyAfter = (from: TicketCursor | null) =>
    first(
      sql.ask<TicketCursor>(`SELECT last_activity AS "lastActivity", id FROM (${page(from, 1, MAX_OFFSET - 1)}) AS keys`, fence.values),
    );
  const place = await walkToOffset({ key: cursor, offset }, keyAfter);
  const rows =
    place === null
      ? []
      : await sql.ask<TicketRow>(ticketRowsOf(`ARRAY(SELECT id FROM (${page(place.key, limit, place.offset)}) AS keys)`), fence.values);
  if (cursor === null && offset === 0 && rows.length < limit) return { rows, count: rows.length };
  const all = buckets.map((bucket) => ticketsIn(bucket, where)).join(" UNION ALL ");
  const { n } = await one(
    sql.ask<{ n: number }>(`SELECT count(*)::int AS n FROM (SELECT 1 FROM (${all}) AS every LIMIT ${MAX_COUNT}) AS counted`, fence.values),
  );
  return { rows, count: n };
}

/** One bucket at a time: within a bucket an index has the order of lists, and the planner knows how common the bucket is. */
function ticketsIn(bucket: TicketBucket, where: string): string {
  return `SELECT t.id, t.last_activity FROM ticket t WHERE t.bucket = ${literal(bucket)} AND ${where}`;
}

/** A bucket holds groups or none, so this filter chooses buckets (D-025, D-026). */
function bucketsOf({ buckets, isGroup }: Pick<TicketFilter, "buckets" | "isGroup">): TicketBucket[] {
  return (buckets ?? TICKET_BUCKETS).filter((bucket) => isGroup === null || statusOf(bucket).isGroup === isGroup);
}

function termsOf({
  search,
  createdFrom,
  createdBefore,
  unreadOnly,
}: Pick<TicketFilter, "search" | "createdFrom" | "createdBefore" | "unreadOnly">): string[] {
  return [
    search === "" ? null : `t.contact_id IN (SELECT id FROM contact WHERE ${containsText("search", search)})`,
    createdFrom && `t.created_at >= ${literal(createdFrom)}`,
    createdBefore && `t.created_at < ${literal(createdBefore)}`,
    unreadOnly ? "t.unread > 0" : null,
  ].filter((term) => term !== null);
}

function below(cursor: TicketCursor | null): string {
  return cursor === null ? "" : ` AND (t.last_activity, t.id) < (${literal(cursor.lastActivity)}, ${literal(cursor.id)})`;
}
