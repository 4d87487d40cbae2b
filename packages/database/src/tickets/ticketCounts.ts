import type { KeyRange } from "@balcao/domain/access";
import type { TicketBucket, TicketCell } from "@balcao/domain/tickets";
import { one, statement, type Sql } from "../sql/index.js";
import { toKeyArrays } from "./ticketLists.js";

/** Base and deltas as one snapshot sees them: exact whether a fold came before or after it (mechanisms.md 3). */
const CELLS = `(SELECT bucket, queue_key, user_key, n FROM ticket_cell UNION ALL SELECT bucket, queue_key, user_key, n FROM ticket_cell_delta) AS cell`;

const readAll = statement<TicketCell>(
  "ticket_cells",
  `SELECT bucket, queue_key AS "queueKey", user_key AS "userKey", sum(n)::int AS n FROM ${CELLS} GROUP BY bucket, queue_key, user_key HAVING sum(n) <> 0`,
);
const countWhole = statement<{ n: number }>("ticket_count_whole", `SELECT coalesce(sum(n), 0)::int AS n FROM ${CELLS} WHERE bucket = $1`);
const countKeyed = statement<{ n: number }>(
  "ticket_count_keyed",
  `SELECT coalesce(sum(n), 0)::int AS n FROM ${CELLS} WHERE bucket = $1
     AND (queue_key = ANY($2::int[]) OR (queue_key, user_key) IN (SELECT queue, person FROM unnest($3::int[], $4::int[]) AS p(queue, person)))`,
);
const fold = statement<{ folded: number }>(
  "ticket_cells_fold",
  `WITH taken AS (DELETE FROM ticket_cell_delta RETURNING bucket, queue_key, user_key, n),
     summed AS (SELECT bucket, queue_key, user_key, sum(n)::int AS n FROM taken GROUP BY 1, 2, 3 ORDER BY 1, 2, 3),
     kept AS (INSERT INTO ticket_cell AS cell (bucket, queue_key, user_key, n) SELECT * FROM summed
       ON CONFLICT (bucket, queue_key, user_key) DO UPDATE SET n = cell.n + excluded.n)
   SELECT count(*)::int AS folded FROM taken`,
);

/** Every cell that holds tickets, exact at this moment: one person's counts are sums over them (`sumTicketCells`). */
export const readTicketCells = (sql: Sql): Promise<TicketCell[]> => sql.run(readAll);

/** How many tickets of a bucket lie in the ranges: exact, never capped. */
export async function countTicketsByRanges(sql: Sql, bucket: TicketBucket, ranges: readonly KeyRange[]): Promise<number> {
  if (ranges.length === 0) return 0;
  const whole = ranges.some(({ queueKeys }) => queueKeys === null);
  const { n } = await one(whole ? sql.run(countWhole, [bucket]) : sql.run(countKeyed, [bucket, ...toKeyArrays(ranges)]));
  return n;
}

/** Adds the deltas to the cells and removes them; answers how many there were. To be run each second; two at once wait for each other. */
export async function foldTicketCells(sql: Sql): Promise<number> {
  return (await one(sql.run(fold))).folded;
}
