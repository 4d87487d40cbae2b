import { NO_REASON } from "@balcao/domain/closing";
import { countedOf } from "../moving/journal.js";
import { statement, type Sql } from "../sql/index.js";

/** The reason of ticket `t` as lists and figures name it. */
const REASON_KEY = `coalesce(t.closing->>'reason', '${NO_REASON}')`;

/** Whether ticket `t` was closed for a reason; `key` is SQL for its name. The second half is what its index has. */
export const closedFor = (key: string): string => `(${REASON_KEY} = ${key} AND (${key} = '${NO_REASON}' OR t.closing->>'reason' = ${key}))`;

/** How many tickets were closed for a reason in a period. */
export interface ReasonTotalRow {
  readonly key: string;
  readonly n: number;
}

const totals = statement<ReasonTotalRow>(
  "closing_reason_totals",
  `SELECT ${REASON_KEY} AS key, count(*)::int AS n FROM ticket t
   WHERE NOT t.is_group AND t.origin IS NULL AND ${countedOf("t")} AND t.bucket = 'closed' AND t.closed_at >= $1 AND t.closed_at < $2
     AND ($3::int IS NULL OR t.queue_key = $3) AND ($4::int IS NULL OR t.user_key = $4)
   GROUP BY 1 ORDER BY n DESC, key`,
);

interface ClosedFilter {
  readonly from: Date | null;
  readonly until: Date | null;
  readonly queueId: number | null;
  readonly userId: number | null;
}

/** Counts the tickets that were closed in a period by their reason, the most frequent first. */
export const listReasonTotals = (sql: Sql, { from, until, queueId, userId }: ClosedFilter) =>
  sql.run(totals, [from ?? "-infinity", until ?? "infinity", queueId, userId]);
