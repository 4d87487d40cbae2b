import { LIVE_EVENTS, listPartitions, takeTurn } from "../partitions/index.js";
import { statement, type Sql } from "../sql/index.js";

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
