import { first, statement, type OpeningStatement, type Sql } from "../sql/index.js";

export interface LaneEvent {
  readonly id: number;
  readonly connectionId: number;
  readonly kind: string;
  readonly payload: unknown;
  readonly sentAt: Date;
  readonly receivedAt: Date;
  readonly attempts: number;
}

type TakenRow = { readonly lane: string } & (LaneEvent | { readonly id: null });

/** A taken lane with its next events, in order. */
export interface TakenLane {
  readonly lane: string;
  readonly events: readonly LaneEvent[];
}

const LANES_LOOKED_AT = 64;
/** Events per transaction: a larger batch is no faster and locks the conversation longer. */
const BATCH = 10;
/** Lanes of acks alone per transaction: as many conversations wait for its end. */
const ACK_LANES = 16;

/**
 * Opens a transaction of lanes: takes the first ready lane that no other transaction holds, and further ones where the next events
 * of all of them are acks; reads these events, and sets a savepoint. The locks end with the transaction.
 */
export const takeLanes: OpeningStatement<TakenRow> = {
  text: `SELECT lane, id, connection_id AS "connectionId", kind, payload, sent_at AS "sentAt", received_at AS "receivedAt", attempts
   FROM take_lanes(${LANES_LOOKED_AT}, ${BATCH}, ${ACK_LANES}); SAVEPOINT event`,
};
const dropEvents = statement("lanes_drop", `DELETE FROM inbound_event WHERE id = ANY($1::bigint[])`);
const orphanEvents = statement("lanes_orphan", `UPDATE inbound_event SET state = 3 WHERE id = ANY($1::bigint[])`);
const failEvent = statement<{ parked: boolean }>(
  "lanes_fail",
  `UPDATE inbound_event SET attempts = attempts + 1, last_error = left($2, 500), state = CASE WHEN attempts + 1 >= $3 THEN 2 ELSE 0 END
   WHERE id = $1 RETURNING state = 2 AS parked`,
);
const release = statement("lanes_release", `SELECT release_lane($1, $2::bigint[], $3, $4)`);
const releaseAll = statement("lanes_release_all", `SELECT release_lanes($1::text[], $2::bigint[])`);
const adoptOfSends = statement<{ adopted: boolean }>("lanes_adopt_of_sends", `SELECT adopt_orphans_of_sends($1::uuid[]) AS adopted`);
const wakeForgotten = statement<{ lane: string }>(
  "lanes_sweep",
  `UPDATE inbound_lane SET ready_at = clock_timestamp()
   WHERE ready_at IS NULL AND lane IN (SELECT DISTINCT lane FROM inbound_event WHERE state = 0) RETURNING lane`,
  { wakes: ["lanes"] },
);
const readJournalled = statement<{ payload: unknown }>(
  "lanes_journalled",
  `SELECT payload FROM inbound_event WHERE connection_id = $1 AND dedupe_key = ANY($2) ORDER BY sent_at DESC LIMIT 1`,
);
const parkedCount = statement<{ n: number }>("lanes_parked", `SELECT count(*)::int AS n FROM inbound_event WHERE state = 2`);

/** Returns what `takeLanes` took, the first lane first; none when no lane was ready and free. */
export function toTakenLanes(rows: readonly TakenRow[]): readonly TakenLane[] {
  const lanes = new Map<string, LaneEvent[]>();
  for (const row of rows) {
    const events = lanes.get(row.lane) ?? [];
    if (row.id !== null) events.push(row);
    lanes.set(row.lane, events);
  }
  return [...lanes].map(([lane, events]) => ({ lane, events }));
}

/** Ends the savepoint of an event that was applied, and sets that of the next. The last one ends with the transaction. */
export async function beginNextEvent(tx: Sql): Promise<void> {
  await tx.ask("RELEASE SAVEPOINT event; SAVEPOINT event");
}

/** Rolls back what was done since the savepoint, which stays. */
export async function undoEvent(tx: Sql): Promise<void> {
  await tx.ask("ROLLBACK TO SAVEPOINT event");
}

/** Deletes events, so that they may be delivered again later. */
export const dropLaneEvents = (tx: Sql, ids: readonly number[]) => tx.run(dropEvents, [ids]);
export const setLaneEventsOrphan = (tx: Sql, ids: readonly number[]) => tx.run(orphanEvents, [ids]);

/** Counts a failure; returns whether the event is parked now. */
export async function failLaneEvent(tx: Sql, id: number, reason: string, maxAttempts: number): Promise<boolean> {
  return (await first(tx.run(failEvent, [id, reason, maxAttempts])))?.parked ?? false;
}

export interface LaneRelease {
  readonly done: readonly number[];
  /** Whether the events that waited for a message are tried again, because one has just been stored in their lane. */
  readonly adoptsOrphans: boolean;
  /** Delays the lane after a failure, in milliseconds. */
  readonly delayMs: number | null;
}

/**
 * Finishes events and releases their lane: its row is locked last, and new events are looked for
 * with a fresh snapshot, so that an event stored in the meantime is never missed.
 */
export const releaseLane = (tx: Sql, lane: string, { done, adoptsOrphans, delayMs }: LaneRelease) =>
  tx.run(release, [lane, done, adoptsOrphans, delayMs]);

/** Finishes events and releases their lanes, like `releaseLane` for each. */
export const releaseLanes = (tx: Sql, lanes: readonly string[], done: readonly number[]) => tx.run(releaseAll, [lanes, done]);

/**
 * Tries again what waits in the lanes of sends whose ids have just been stored, such as an ack that came before the answer to
 * the send. Call it after that commit. Returns whether there was anything.
 */
export async function adoptOrphansOfSends(sql: Sql, outboxIds: readonly string[]): Promise<boolean> {
  return (await first(sql.run(adoptOfSends, [outboxIds])))?.adopted ?? false;
}

/**
 * Wakes lanes that are asleep although they have new events. Returns how many there were: always 0,
 * unless something is wrong.
 */
export async function wakeForgottenLanes(sql: Sql): Promise<number> {
  return (await sql.run(wakeForgotten)).length;
}

export async function countParkedEvents(sql: Sql): Promise<number> {
  return (await first(sql.run(parkedCount)))?.n ?? 0;
}

/** The payload of the newest journalled event that has one of these keys; null where there is none any more. */
export async function findJournalled(tx: Sql, connectionId: number, dedupeKeys: readonly string[]): Promise<unknown> {
  return (await first(tx.run(readJournalled, [connectionId, dedupeKeys])))?.payload ?? null;
}
