import type { KeyRange } from "@balcao/domain/access";
import type { TicketBucket, TicketCell } from "@balcao/domain/tickets";
import { one, statement, type Sql } from "../sql/index.js";
import { toWalks } from "./keyArrays.js";

const readAll = statement<TicketCell>(
  "ticket_cells",
  `SELECT bucket, queue_key AS "queueKey", user_key AS "userKey", sum(n)::int AS n
   FROM (SELECT bucket, queue_key, user_key, n FROM ticket_cell UNION ALL SELECT bucket, queue_key, user_key, n FROM ticket_cell_delta) AS cell
   GROUP BY bucket, queue_key, user_key HAVING sum(n) <> 0`,
);

/** Counts the tickets of bucket $1. */
export const COUNT_OF_BUCKET = `SELECT coalesce(sum(n), 0)::int AS n FROM (
    SELECT n FROM ticket_queue_cell WHERE bucket = $1
    UNION ALL SELECT n FROM ticket_cell_delta WHERE bucket = $1) AS part`;

/**
 * Counts the tickets of bucket $1 in ranges. `at` is the number of the first of the five parameters
 * from `toWalks`.
 */
export const countOfWalks = (at: number): string => {
  const queues = `$${String(at)}::int[]`;
  const pairs = `unnest($${String(at + 1)}::int[], $${String(at + 2)}::int[])`;
  const crowds = `(SELECT queue, crowd::int[] AS crowd FROM unnest($${String(at + 3)}::int[], $${String(at + 4)}::text[]) AS w(queue, crowd))`;
  return `SELECT coalesce(sum(n), 0)::int AS n FROM (
    SELECT n FROM ticket_queue_cell WHERE bucket = $1 AND queue_key = ANY(${queues})
    UNION ALL SELECT c.n FROM ${pairs} AS p(queue, person) JOIN ticket_cell c ON c.bucket = $1 AND c.queue_key = p.queue AND c.user_key = p.person
    UNION ALL SELECT c.n FROM ${crowds} AS w JOIN ticket_cell c ON c.bucket = $1 AND c.queue_key = w.queue AND c.user_key = ANY(w.crowd)
    UNION ALL SELECT d.n FROM ticket_cell_delta d WHERE d.bucket = $1 AND (d.queue_key = ANY(${queues})
      OR (d.queue_key, d.user_key) IN (SELECT * FROM ${pairs})
      OR EXISTS (SELECT FROM ${crowds} AS w WHERE w.queue = d.queue_key AND d.user_key = ANY(w.crowd)))) AS part`;
};

/** The same of ranges that are nothing but pairs of a queue and a user, in two parameters from `at` on. */
export const countOfPairs = (at: number): string => {
  const pairs = `unnest($${String(at)}::int[], $${String(at + 1)}::int[])`;
  return `SELECT coalesce(sum(n), 0)::int AS n FROM (
    SELECT c.n FROM ${pairs} AS p(queue, person) JOIN ticket_cell c ON c.bucket = $1 AND c.queue_key = p.queue AND c.user_key = p.person
    UNION ALL SELECT d.n FROM ticket_cell_delta d WHERE d.bucket = $1 AND (d.queue_key, d.user_key) IN (SELECT * FROM ${pairs})) AS part`;
};

const countWhole = statement<{ n: number }>("ticket_count_whole", COUNT_OF_BUCKET);
const countKeyed = statement<{ n: number }>("ticket_count_keyed", countOfWalks(2));
// Sorted, so that two concurrent folds cannot deadlock.
const fold = statement<{ folded: number }>(
  "ticket_cells_fold",
  `WITH taken AS (DELETE FROM ticket_cell_delta RETURNING bucket, queue_key, user_key, n),
     cells AS (INSERT INTO ticket_cell AS cell (bucket, queue_key, user_key, n)
       SELECT bucket, queue_key, user_key, sum(n) FROM taken GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
       ON CONFLICT (bucket, queue_key, user_key) DO UPDATE SET n = cell.n + excluded.n),
     queues AS (INSERT INTO ticket_queue_cell AS cell (bucket, queue_key, n)
       SELECT bucket, queue_key, sum(n) FROM taken GROUP BY 1, 2 ORDER BY 1, 2
       ON CONFLICT (bucket, queue_key) DO UPDATE SET n = cell.n + excluded.n)
   SELECT count(*)::int AS folded FROM taken`,
);

/**
 * Reads all cells with tickets. One snapshot covers cells and deltas, so the result is exact before
 * and after a fold; `sumTicketCells` adds up one person's counts.
 */
export const readTicketCells = (sql: Sql): Promise<TicketCell[]> => sql.run(readAll);

/** Counts the tickets of a bucket in the ranges: exact, without a limit. */
export async function countTicketsByRanges(sql: Sql, bucket: TicketBucket, ranges: readonly KeyRange[]): Promise<number> {
  if (ranges.length === 0) return 0;
  const whole = ranges.some(({ queueKeys }) => queueKeys === null);
  const { n } = await one(whole ? sql.run(countWhole, [bucket]) : sql.run(countKeyed, [bucket, ...toWalks(ranges)]));
  return n;
}

/**
 * Adds the deltas to the cells and deletes them; returns how many there were. Run it every second;
 * two at once wait for each other.
 */
export async function foldTicketCells(sql: Sql): Promise<number> {
  return (await one(sql.run(fold))).folded;
}
