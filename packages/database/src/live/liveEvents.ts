import { statement, type Sql } from "../sql/index.js";

const insertEvents = statement(
  "live_insert",
  `INSERT INTO live_event (topic, ticket_id, payload)
   SELECT topic, ticket_id, payload::jsonb FROM unnest($1::text[], $2::int[], $3::text[]) WITH ORDINALITY AS u(topic, ticket_id, payload, place) ORDER BY place`,
  { wakes: ["live"] },
);

/** An event that is about to be stored. */
export interface NewLiveEvent {
  readonly topic: string;
  readonly ticketId: number | null;
  readonly payload: unknown;
}

/**
 * Inserts live events. Call it after locking the tickets' rows, so that event ids follow the order
 * of their versions (ARCHITECTURE 7).
 */
export async function insertLiveEvents(tx: Sql, events: readonly NewLiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.run(insertEvents, [
    events.map(({ topic }) => topic),
    events.map(({ ticketId }) => ticketId),
    events.map(({ payload }) => JSON.stringify(payload)),
  ]);
}

// Reads only the oldest thousand events above $1, so that a step does not scan the whole day that
// stays. The floor is the newest transaction among the deleted events; one from the future was
// written before the database was restored into a new server, and is ignored.
const AHEAD = "f.xid >= pg_snapshot_xmax(pg_current_snapshot())";
const deleteOld = statement<{ n: number }>(
  "live_retention",
  `WITH gone AS (DELETE FROM live_event WHERE id IN (
       SELECT id FROM (SELECT id, at FROM live_event WHERE id > $1 ORDER BY id LIMIT 1000) oldest WHERE at < now() - interval '24 hours') RETURNING id, xid),
   floor AS (UPDATE live_floor f SET xid = youngest.xid FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) youngest WHERE f.xid < youngest.xid OR ${AHEAD})
   SELECT coalesce(max(id), 0) AS n FROM gone`,
);
const keptSince = statement<{ kept: boolean }>(
  "live_kept",
  `SELECT f.xid < pg_snapshot_xmin($1::pg_snapshot) OR ${AHEAD} AS kept FROM live_floor f`,
);

/**
 * Deletes one step of events older than a day, above the watermark `above`. Returns the new
 * watermark, or 0 when none was left.
 */
export async function deleteOldLiveEvents(sql: Sql, above: number): Promise<number> {
  return (await sql.run(deleteOld, [above]))[0]?.n ?? 0;
}

/**
 * Returns whether all events since the cursor's snapshot still exist. Call it after reading the
 * events: a deletion in between then counts as a loss, never the other way round [P-25].
 */
export async function isKeptSince(sql: Sql, cursor: string): Promise<boolean> {
  return (await sql.run(keptSince, [cursor]))[0]?.kept === true;
}
