import type { TargetKind } from "@balcao/domain/targets";
import { statement, type Sql } from "../sql/index.js";
import type { FigureTicketRow } from "./figureTickets.js";

/** Clocks that were decided in a period. */
export interface TargetFilter {
  readonly from: Date | null;
  readonly until: Date | null;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly zone: string;
}

/** Kept and missed targets of one kind, queue, person or hour of the clock in `zone`; `by` says of which. */
export interface TargetSumRow {
  readonly by: "kind" | "queue" | "user" | "hour";
  readonly kind: TargetKind | null;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly hour: number | null;
  readonly kept: number;
  readonly missed: number;
}

const DECIDED = `k.decided_at IS NOT NULL AND k.decided_at >= $1::timestamptz AND k.decided_at < $2::timestamptz
  AND ($3::int IS NULL OR k.queue_id = $3) AND ($4::int IS NULL OR k.user_id = $4)`;
const HOUR = "extract(hour FROM k.started_at AT TIME ZONE $5::text)::int";
const sums = statement<TargetSumRow>(
  "figure_target_sums",
  `SELECT CASE grouping(kind, queue_id, user_id, hour) WHEN 7 THEN 'kind' WHEN 11 THEN 'queue' WHEN 13 THEN 'user' ELSE 'hour' END AS by,
     kind, queue_id AS "queueId", user_id AS "userId", hour, count(*) FILTER (WHERE NOT missed)::int AS kept, count(*) FILTER (WHERE missed)::int AS missed
   FROM (SELECT k.kind, k.queue_id, k.user_id, ${HOUR} AS hour, k.breached_at IS NOT NULL AS missed FROM target_clock k WHERE ${DECIDED}) AS decided
   GROUP BY GROUPING SETS ((kind), (queue_id), (user_id), (hour))`,
);
const tickets = statement<FigureTicketRow>(
  "figure_target_tickets",
  `SELECT t.id, d.at, t.status, t.contact_id AS "contactId", c.name AS "contactName", t.queue_id AS "queueId", t.user_id AS "userId",
     t.created_at AS "createdAt", t.accepted_at AS "acceptedAt", t.closed_at AS "closedAt"
   FROM (SELECT k.ticket_id, max(k.decided_at) AS at FROM target_clock k
     WHERE ${DECIDED} AND ($6::int IS NULL OR ${HOUR} = $6) AND ($7::text IS NULL OR k.kind = $7) AND (k.breached_at IS NOT NULL) = $8::boolean GROUP BY k.ticket_id) d
   JOIN ticket t ON t.id = d.ticket_id JOIN contact c ON c.id = t.contact_id
   WHERE (d.at, t.id) < ($9::timestamptz, $10::int) AND ($11::int IS NULL OR t.contact_id = $11) ORDER BY d.at DESC, t.id DESC LIMIT $12`,
);

const bind = ({ from, until, queueId, userId, zone }: TargetFilter) => [from ?? "-infinity", until ?? "infinity", queueId, userId, zone];

/** Counts the targets that were kept and missed in a period, by kind, queue, person and hour. */
export const sumTargets = (sql: Sql, filter: TargetFilter): Promise<TargetSumRow[]> => sql.run(sums, bind(filter));

export interface TargetTicketFilter extends TargetFilter {
  readonly missed: boolean;
  readonly hour: number | null;
  readonly kind: TargetKind | null;
  readonly contactId: number | null;
}

/** Lists a page of the tickets with a kept or missed target, the last decided first, each once. */
export const listTargetTicketPage = (
  sql: Sql,
  filter: TargetTicketFilter,
  { after, limit }: { readonly after: { readonly at: Date; readonly id: number } | null; readonly limit: number },
): Promise<FigureTicketRow[]> =>
  sql.run(tickets, [
    ...bind(filter),
    ...[filter.hour, filter.kind, filter.missed, after?.at ?? "infinity", after?.id ?? 0, filter.contactId, limit],
  ]);
