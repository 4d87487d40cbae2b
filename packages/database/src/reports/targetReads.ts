import { TICKET_FIELDS, toSql } from "../access/index.js";
import type { TargetSumRow } from "../dashboard/index.js";
import { literal } from "../search/index.js";
import type { Sql } from "../sql/index.js";
import type { ReportFilter } from "./reportReads.js";

/** As on the dashboard, with the tickets behind what was missed. */
export interface TargetLine extends TargetSumRow {
  /** The tickets with a missed one, at most a hundred, the oldest first. */
  readonly missedIds: readonly number[];
}

/**
 * Counts the targets that were decided in a period, of tickets that the person may open. Queue and person are those of the clock;
 * the hour is that of its beginning in `zone` (D-513).
 */
export function sumReportTargets(sql: Sql, filter: ReportFilter, zone: string): Promise<TargetLine[]> {
  const { condition, from, until, userId, queueId, contactId, status } = filter;
  const fence = toSql(condition, TICKET_FIELDS, 1);
  const terms = [
    `k.decided_at >= ${literal(from)}`,
    `k.decided_at < ${literal(until)}`,
    userId === null ? null : `k.user_id = ${literal(userId)}`,
    queueId === null ? null : `k.queue_id = ${literal(queueId)}`,
    contactId === null ? null : `t.contact_id = ${literal(contactId)}`,
    status === null ? null : `t.status = ${literal(status)}`,
    fence.text,
  ];
  return sql.ask<TargetLine>(
    `SELECT CASE grouping(kind, queue_id, user_id, hour) WHEN 7 THEN 'kind' WHEN 11 THEN 'queue' WHEN 13 THEN 'user' ELSE 'hour' END AS by,
       CASE WHEN grouping(kind) = 0 THEN kind END AS kind, CASE WHEN grouping(queue_id) = 0 THEN queue_id END AS "queueId", user_id AS "userId", hour,
       count(*) FILTER (WHERE NOT missed)::int AS kept, count(*) FILTER (WHERE missed)::int AS missed,
       coalesce((array_agg(DISTINCT ticket_id ORDER BY ticket_id) FILTER (WHERE missed))[1:100], '{}') AS "missedIds"
     FROM (SELECT k.ticket_id, k.kind, k.queue_id, k.user_id, extract(hour FROM k.started_at AT TIME ZONE ${literal(zone)})::int AS hour,
         k.breached_at IS NOT NULL AS missed
       FROM target_clock k JOIN ticket t ON t.id = k.ticket_id WHERE ${terms.filter((term) => term !== null).join(" AND ")}) AS decided
     GROUP BY GROUPING SETS ((kind), (queue_id), (user_id), (hour))`,
    fence.values,
  );
}
