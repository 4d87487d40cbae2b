import { first, statement, type Sql } from "../sql/index.js";

export interface LaneEvent {
  readonly id: number;
  readonly connectionId: number;
  readonly kind: string;
  readonly payload: unknown;
  readonly sentAt: Date;
  readonly receivedAt: Date;
  readonly attempts: number;
}

// The list is made before any lock is tried, and locks are tried one by one until one is got: no lane is locked in passing.
const takeReady = statement<{ lane: string }>(
  "lanes_take_ready",
  `WITH ready AS MATERIALIZED (SELECT lane FROM inbound_lane WHERE ready_at <= clock_timestamp() ORDER BY ready_at LIMIT 16)
   SELECT lane FROM ready WHERE pg_try_advisory_xact_lock(hashtextextended(lane, 0)) LIMIT 1`,
);
const takeEvents = statement<LaneEvent>(
  "lanes_take",
  `SELECT id, connection_id AS "connectionId", kind, payload, sent_at AS "sentAt", received_at AS "receivedAt", attempts
   FROM inbound_event WHERE lane = $1 AND state = 0 ORDER BY sent_at, id LIMIT $2`,
);
const finishEvents = statement("lanes_finish", `UPDATE inbound_event SET state = 1, last_error = NULL WHERE id = ANY($1::bigint[])`);
const dropEvents = statement("lanes_drop", `DELETE FROM inbound_event WHERE id = ANY($1::bigint[])`);
const orphanEvents = statement("lanes_orphan", `UPDATE inbound_event SET state = 3 WHERE id = ANY($1::bigint[])`);
const failEvent = statement<{ parked: boolean }>(
  "lanes_fail",
  `UPDATE inbound_event SET attempts = attempts + 1, last_error = left($2, 500), state = CASE WHEN attempts + 1 >= $3 THEN 2 ELSE 0 END
   WHERE id = $1 RETURNING state = 2 AS parked`,
);
const adoptOrphans = statement<{ id: number }>(
  "lanes_adopt",
  `UPDATE inbound_event SET state = 0, attempts = 0 WHERE lane = $1 AND state = 3 RETURNING id`,
);
const lockLane = statement("lanes_lock", `SELECT 1 FROM inbound_lane WHERE lane = $1 FOR UPDATE`);
const sleepLane = statement(
  "lanes_sleep",
  `UPDATE inbound_lane SET ready_at = CASE
     WHEN $2::int IS NOT NULL THEN clock_timestamp() + $2 * interval '1 millisecond'
     WHEN EXISTS (SELECT 1 FROM inbound_event WHERE lane = $1 AND state = 0) THEN clock_timestamp() END
   WHERE lane = $1`,
);
const wakeForgotten = statement<{ lane: string }>(
  "lanes_sweep",
  `UPDATE inbound_lane SET ready_at = clock_timestamp()
   WHERE ready_at IS NULL AND lane IN (SELECT DISTINCT lane FROM inbound_event WHERE state = 0) RETURNING lane`,
  { wakes: ["lanes"] },
);
const parkedCount = statement<{ n: number }>("lanes_parked", `SELECT count(*)::int AS n FROM inbound_event WHERE state = 2`);
const oldestWaiting = statement<{ seconds: number | null }>(
  "lanes_lag",
  `SELECT extract(epoch FROM clock_timestamp() - min(ready_at))::float8 AS seconds FROM inbound_lane WHERE ready_at <= clock_timestamp()`,
);

/** Takes the first ready lane that nobody else holds; the lock ends with the transaction. Null when there is none. */
export async function takeLane(tx: Sql): Promise<string | null> {
  return (await first(tx.run(takeReady)))?.lane ?? null;
}

export const listLaneEvents = (tx: Sql, lane: string, limit: number) => tx.run(takeEvents, [lane, limit]);
export const finishLaneEvents = (tx: Sql, ids: readonly number[]) => tx.run(finishEvents, [ids]);
/** Forgets events as if they had never come, so that they may come another time. */
export const dropLaneEvents = (tx: Sql, ids: readonly number[]) => tx.run(dropEvents, [ids]);
export const setLaneEventsOrphan = (tx: Sql, ids: readonly number[]) => tx.run(orphanEvents, [ids]);

/** Counts a failure; answers whether the event is parked now. */
export async function failLaneEvent(tx: Sql, id: number, reason: string, maxAttempts: number): Promise<boolean> {
  return (await first(tx.run(failEvent, [id, reason, maxAttempts])))?.parked ?? false;
}

/** Events that waited for a message come up again: one has just been stored in their lane. */
export async function adoptLaneOrphans(tx: Sql, lane: string): Promise<number> {
  return (await tx.run(adoptOrphans, [lane])).length;
}

/**
 * Gives a lane back: its row is locked, then looked at again in a new statement (a fresh snapshot), so that an event that was journalled
 * meanwhile is never slept over. `delayMs` puts it off after a failure.
 */
export async function releaseLane(tx: Sql, lane: string, delayMs: number | null): Promise<void> {
  await tx.run(lockLane, [lane]);
  await tx.run(sleepLane, [lane, delayMs]);
}

/** The net under everything: lanes that sleep over new events are woken. Answers how many there were (always 0, unless something is wrong). */
export async function wakeForgottenLanes(sql: Sql): Promise<number> {
  return (await sql.run(wakeForgotten)).length;
}

export async function countParkedEvents(sql: Sql): Promise<number> {
  return (await first(sql.run(parkedCount)))?.n ?? 0;
}

/** Seconds that the longest-waiting ready lane has been waiting; 0 when none is. */
export async function readLaneLag(sql: Sql): Promise<number> {
  return Math.max(0, (await first(sql.run(oldestWaiting)))?.seconds ?? 0);
}
