import { first, statement, type Sql } from "../sql/index.js";

/** Connections with runs, of table `c` and pacing `p`, whose session says one of the reasons in $1. */
const SHOWS_BLOCK = `c.id = p.connection_id AND p.stopped_at IS NULL AND split_part(c.status_reason, ':', 1) = ANY($1::text[])
       AND EXISTS (SELECT 1 FROM send_run r WHERE r.connection_id = c.id AND r.state IN ('running', 'paused'))`;

const anyReports = statement<{ found: boolean }>(
  "send_reports_exist",
  `SELECT EXISTS (SELECT 1 FROM send_change) OR EXISTS (SELECT 1 FROM send_pacing p, connection c WHERE ${SHOWS_BLOCK}) AS found`,
);
const stopBlocked = statement<{ id: number }>(
  "send_pacing_stop_blocked",
  `WITH stopped AS (
     UPDATE send_pacing p SET stopped_at = clock_timestamp(), stop_reason = 'blocked', stop_detail = c.status_reason FROM connection c
     WHERE ${SHOWS_BLOCK}
     RETURNING p.connection_id AS id
   ), changed AS (INSERT INTO send_change SELECT r.id FROM send_run r JOIN stopped ON r.connection_id = stopped.id WHERE r.state IN ('running', 'paused'))
   SELECT id FROM stopped`,
);
const lift = statement<{ reason: string }>(
  "send_pacing_lift",
  `WITH known AS (SELECT connection_id, stop_reason FROM send_pacing WHERE connection_id = $1 AND stopped_at IS NOT NULL FOR UPDATE),
     lifted AS (UPDATE send_pacing p SET stopped_at = NULL, stop_reason = NULL, stop_detail = NULL, refusals = 0 FROM known WHERE p.connection_id = known.connection_id),
     active AS (UPDATE send_run r SET active_since = $2 FROM known WHERE r.connection_id = known.connection_id AND r.state = 'running'),
     changed AS (INSERT INTO send_change SELECT r.id FROM send_run r JOIN known USING (connection_id) WHERE r.state IN ('freezing', 'running', 'paused'))
   SELECT stop_reason AS reason FROM known`,
  { wakes: ["sends"] },
);

/** Whether a run has changed since it was reported, or `stopBlockedConnections` would stop one. */
export const hasRunsToReport = async (sql: Sql, reasons: readonly string[]): Promise<boolean> =>
  (await first(sql.run(anyReports, [reasons])))?.found === true;
/** Stops the connections with runs whose session says one of these reasons. Returns their ids. */
export const stopBlockedConnections = async (tx: Sql, reasons: readonly string[]): Promise<number[]> =>
  (await tx.run(stopBlocked, [reasons])).map(({ id }) => id);
/** Lets a stopped connection go on. Returns why it had stopped; null when it had not. */
export const liftStop = async (tx: Sql, connectionId: number, at: Date): Promise<string | null> =>
  (await first(tx.run(lift, [connectionId, at])))?.reason ?? null;
