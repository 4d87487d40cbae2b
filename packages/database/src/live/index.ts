import { listPartitions, LIVE_EVENTS, takeTurn } from "../partitions/index.js";
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
 * of their versions (ADR 5).
 */
export async function insertLiveEvents(tx: Sql, events: readonly NewLiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.run(insertEvents, [
    events.map(({ topic }) => topic),
    events.map(({ ticketId }) => ticketId),
    events.map(({ payload }) => JSON.stringify(payload)),
  ]);
}

// The floor is the newest transaction among the deleted events; one from the future was written before the database was restored
// into a new server, and is ignored.
const AHEAD = "f.xid >= pg_snapshot_xmax(pg_current_snapshot())";
const raise = (youngest: string): string =>
  `UPDATE live_floor f SET xid = youngest.xid FROM (${youngest}) youngest WHERE f.xid < youngest.xid OR ${AHEAD}`;

const keptSince = statement<{ kept: boolean }>(
  "live_kept",
  `SELECT f.xid < pg_snapshot_xmin($1::pg_snapshot) OR ${AHEAD} AS kept FROM live_floor f`,
);
const deleteStrays = statement<{ n: number }>(
  "live_strays",
  `WITH gone AS (DELETE FROM live_event_default WHERE id IN (
       SELECT id FROM (SELECT id, at FROM live_event_default WHERE id > $1 ORDER BY id LIMIT 1000) oldest WHERE at < now() - interval '24 hours') RETURNING id, xid),
   floor AS (${raise("SELECT xid FROM gone ORDER BY xid DESC LIMIT 1")})
   SELECT coalesce(max(id), 0) AS n FROM gone`,
);
const detached = statement<{ name: string }>(
  "live_detached",
  `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relispartition
     AND relname ~ '^live_event_(until_)?[0-9]{4}_[0-9]{2}_[0-9]{2}$' ORDER BY relname`,
);

/** Lists the days whose events are all older than a day. */
export async function listOldLiveDays(sql: Sql, now: Date): Promise<string[]> {
  const dayAgo = now.getTime() - 24 * 3_600_000;
  return (await listPartitions(sql, LIVE_EVENTS)).filter(({ until }) => Date.parse(until) <= dayAgo).map(({ name }) => name);
}

/**
 * Takes a day of live events out of the table. All writers of live events wait for the catalogues only: the files are deleted by
 * `dropDetachedLiveDays`. Not CONCURRENTLY, which PostgreSQL refuses beside a default partition.
 */
export async function detachLiveDay(tx: Sql, name: string): Promise<void> {
  if (!(await takeTurn(tx))) return;
  if (!(await listPartitions(tx, LIVE_EVENTS)).some((each) => each.name === name)) return;
  // The newest event is known when nobody can add one.
  await tx.ask(`ALTER TABLE public.live_event DETACH PARTITION public.${name}`);
  await tx.ask(raise(`SELECT xid FROM public.${name} ORDER BY xid DESC LIMIT 1`));
}

/** Deletes the days that were taken out, by this process or by one that died before it came to it. */
export async function dropDetachedLiveDays(sql: Sql): Promise<void> {
  for (const { name } of await sql.run(detached)) await sql.ask(`DROP TABLE IF EXISTS public.${name}`);
}

/**
 * Deletes one step of events older than a day that belong to no day, above the watermark `above`. Returns the new watermark, or 0 when
 * none was left.
 */
export async function deleteStrayLiveEvents(sql: Sql, above: number): Promise<number> {
  return (await sql.run(deleteStrays, [above]))[0]?.n ?? 0;
}

/**
 * Returns whether all events since the cursor's snapshot still exist. Call it after reading the events: a deletion in between then
 * counts as a loss, never the other way round.
 */
export async function isKeptSince(sql: Sql, cursor: string): Promise<boolean> {
  return (await sql.run(keptSince, [cursor]))[0]?.kept === true;
}

export interface LiveEventRow {
  readonly id: number;
  readonly at: Date;
  readonly topic: string;
  readonly ticketId: number | null;
  readonly payload: unknown;
}

interface LiveRead {
  /** The snapshot of this read; pass it to the next read. */
  readonly cursor: string;
  readonly events: readonly LiveEventRow[];
}

interface ReadRow {
  readonly cursor: string;
  readonly id: number | null;
  readonly at: Date | null;
  readonly topic: string | null;
  readonly ticketId: number | null;
  readonly payload: unknown;
}

// One statement has one snapshot, so the next cursor covers exactly what this read could see: each
// event is in the first read that sees its commit, none is missed and none comes twice (ADR
// 5). Invisible to the cursor are transactions that began after it or were running then; selecting by
// their ids keeps reads short while a transaction stays open.
const readSince = statement<ReadRow>(
  "live_read",
  `SELECT s.cursor, e.id, e.at, e.topic, e.ticket_id AS "ticketId", e.payload
   FROM (SELECT pg_current_snapshot()::text AS cursor) s
   LEFT JOIN LATERAL (
     SELECT id, at, topic, ticket_id, payload FROM (
       SELECT id, at, topic, ticket_id, payload FROM live_event
         WHERE xid >= pg_snapshot_xmax($1::pg_snapshot) AND xid < pg_snapshot_xmax(pg_current_snapshot())
       UNION ALL
       SELECT id, at, topic, ticket_id, payload FROM live_event WHERE xid = ANY(ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)))
     ) fresh ORDER BY id OFFSET 0
   ) e ON true`,
);
const readBetween = statement<LiveEventRow>(
  "live_read_between",
  `SELECT id, at, topic, ticket_id AS "ticketId", payload FROM (
     SELECT id, at, topic, ticket_id, payload, xid FROM live_event
       WHERE xid >= pg_snapshot_xmax($1::pg_snapshot) AND xid < pg_snapshot_xmax($2::pg_snapshot)
     UNION ALL
     SELECT id, at, topic, ticket_id, payload, xid FROM live_event WHERE xid = ANY(ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)))
   ) missed WHERE pg_visible_in_snapshot(xid, $2::pg_snapshot) ORDER BY id`,
);
const readNow = statement<{ cursor: string }>("live_now", `SELECT pg_current_snapshot()::text AS cursor`);

/**
 * Reads the events that were committed since the cursor's snapshot, ordered by id, which within a
 * ticket is the order of its versions. Without a cursor it returns no events and the current
 * cursor.
 */
export async function readLiveEvents(sql: Sql, cursor: string | null): Promise<LiveRead> {
  if (cursor === null) return { cursor: (await sql.run(readNow))[0]?.cursor ?? "", events: [] };
  const rows = await sql.run(readSince, [cursor]);
  const events = rows.flatMap(({ id, at, topic, ticketId, payload }) =>
    id === null || at === null || topic === null ? [] : [{ id, at, topic, ticketId, payload }],
  );
  return { cursor: rows[0]?.cursor ?? cursor, events };
}

/**
 * Reads the events that the snapshot `until` saw and `since` did not. Together with the reads from
 * `until` on, these are all events after `since`, each once.
 */
export const readLiveEventsBetween = (sql: Sql, since: string, until: string): Promise<LiveEventRow[]> =>
  sql.run(readBetween, [since, until]);
