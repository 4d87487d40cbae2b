import type { KeyRange } from "@balcao/domain/access";
import type { TicketBucket, TicketCondition } from "@balcao/domain/tickets";
import { TICKET_FIELDS, toSql } from "../access/index.js";
import type { Sql } from "../sql/index.js";
import { countTicketsByRanges } from "./ticketCounts.js";
import { listTicketsByFilter, NO_FILTER } from "./ticketFilters.js";
import type { TicketCursor, TicketRangePage } from "./ticketLists.js";
import { getTicketRowsByIds, type TicketRow } from "./ticketRows.js";

export interface DueListQuery {
  readonly bucket: TicketBucket;
  readonly condition: TicketCondition;
  /** Those of the condition, for the count. */
  readonly ranges: readonly KeyRange[];
  /** The page begins after this ticket: `lastActivity` is its due instant, or its activity where `isDue` is false. */
  readonly cursor: (TicketCursor & { readonly isDue: boolean }) | null;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Lists the tickets of a bucket by what is due first, through the index of the due ones; those without a target follow, newest activity
 * first (D-512).
 */
export async function listTicketsByDue(sql: Sql, query: DueListQuery): Promise<TicketRangePage> {
  const { bucket, condition, ranges, cursor, offset, limit } = query;
  const due = cursor?.isDue === false ? [] : await listDue(sql, query);
  const rows = due.slice(offset);
  const isFirst = cursor?.isDue !== false;
  const rest =
    rows.length >= limit
      ? []
      : await listTicketsByFilter(sql, {
          ...{ ...NO_FILTER, condition, buckets: [bucket], withoutTarget: true },
          ...{ cursor: isFirst ? null : cursor, offset: isFirst ? Math.max(0, offset - due.length) : offset, limit: limit - rows.length },
        }).then((page) => page.rows);
  return { rows: [...rows, ...rest], count: await countTicketsByRanges(sql, bucket, ranges) };
}

/** The due ones after the cursor, as many as the page needs at most. */
async function listDue(sql: Sql, { bucket, condition, cursor, offset, limit }: DueListQuery): Promise<TicketRow[]> {
  const check = toSql(condition, TICKET_FIELDS, 5);
  const ids = await sql.ask<{ id: number }>(
    `SELECT t.id FROM ticket t WHERE t.due_at IS NOT NULL AND t.bucket = $1 AND (t.due_at, t.id) > ($2::timestamptz, $3::int) AND ${check.text}
     ORDER BY t.due_at, t.id LIMIT $4::int`,
    [bucket, cursor?.lastActivity ?? "-infinity", cursor?.id ?? 0, offset + limit, ...check.values],
  );
  return ids.length === 0
    ? []
    : getTicketRowsByIds(
        sql,
        ids.map(({ id }) => id),
      );
}
