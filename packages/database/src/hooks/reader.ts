import type { HookEvent } from "@balcao/domain/hooks";
import type { LiveEventRow } from "../live/index.js";
import { first, statement, type Sql } from "../sql/index.js";

/** How far live events were read: those between two snapshots above an id are next; without `until` all since the first one. */
export interface HookReaderRow {
  readonly since: string | null;
  readonly until: string | null;
  readonly afterId: number;
}

interface ReadRow {
  readonly until: string;
  readonly kept: boolean | null;
  readonly id: number | null;
  readonly at: Date | null;
  readonly topic: string | null;
  readonly ticketId: number | null;
  readonly payload: unknown;
}

const takeLease = statement<{ one: boolean }>(
  "hook_lease",
  `INSERT INTO hook_reader AS r (holder, lease_until) VALUES ($1, now() + $2 * interval '1 millisecond')
   ON CONFLICT (one) DO UPDATE SET holder = excluded.holder, lease_until = excluded.lease_until
   WHERE r.holder IS NULL OR r.holder = excluded.holder OR r.lease_until < now() RETURNING r.one`,
);
const endLease = statement("hook_lease_end", "UPDATE hook_reader SET holder = NULL, lease_until = NULL WHERE holder = $1", {
  wakes: ["hooks"],
});
/** The opening of the transaction that reads: nobody else reads meanwhile. */
export const LOCK_HOOK_READER = statement<HookReaderRow>(
  "hook_reader_lock",
  `SELECT since, until, after_id AS "afterId" FROM hook_reader WHERE holder = $1 FOR UPDATE`,
);
// Every statement has a snapshot of its own, so this one comes after the lock. What a transaction of before `until` commits later is not
// visible in it, and so in the next read; each event is in one read (ADR 5).
const readRows = statement<ReadRow>(
  "hook_reader_read",
  `SELECT s.until, (SELECT f.xid < pg_snapshot_xmin($1::pg_snapshot) OR f.xid >= pg_snapshot_xmax(pg_current_snapshot()) FROM live_floor f) AS kept,
     e.id, e.at, e.topic, e.ticket_id AS "ticketId", e.payload
   FROM (SELECT coalesce($2::text, pg_current_snapshot()::text) AS until) s
   LEFT JOIN LATERAL (
     SELECT id, at, topic, ticket_id, payload FROM (
       SELECT id, at, topic, ticket_id, payload, xid FROM live_event
         WHERE xid >= pg_snapshot_xmax($1::pg_snapshot) AND xid < pg_snapshot_xmax(coalesce($2::pg_snapshot, pg_current_snapshot()))
       UNION ALL
       SELECT id, at, topic, ticket_id, payload, xid FROM live_event WHERE xid = ANY(ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)))
     ) fresh WHERE pg_visible_in_snapshot(xid, s.until::pg_snapshot) AND topic = ANY($3::text[]) AND id > $4 ORDER BY id LIMIT $5
   ) e ON true`,
);
const moveRow = statement("hook_reader_move", "UPDATE hook_reader SET since = $1, until = $2, after_id = $3");
// A webhook that begins while no other one is active begins with what happens from now on.
const beginRow = statement(
  "hook_reader_begin",
  `INSERT INTO hook_reader (since) VALUES (pg_current_snapshot()::text)
   ON CONFLICT (one) DO UPDATE SET since = excluded.since, until = NULL, after_id = 0
   WHERE NOT EXISTS (SELECT FROM hook WHERE paused_at IS NULL AND id <> $1)`,
);
const insertRows = statement(
  "hook_delivery_insert",
  `WITH moved AS (UPDATE hook_reader SET since = $12, until = $13, after_id = $14)
   INSERT INTO hook_delivery (hook_id, event_id, part, event, lane, topic, ticket_id, object_id, payload, at, first_at, due_at)
   SELECT u.hook_id, u.event_id, u.part, u.event, u.lane, u.topic, u.ticket_id, u.object_id, u.payload::jsonb, u.at, $11, $11
   FROM unnest($1::int[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::int[], $8::bigint[], $9::text[], $10::timestamptz[])
     WITH ORDINALITY AS u(hook_id, event_id, part, event, lane, topic, ticket_id, object_id, payload, at, place)
   JOIN hook h ON h.id = u.hook_id ORDER BY u.place ON CONFLICT DO NOTHING`,
);

const hookReaderNow = statement<{ now: string }>("hook_reader_now", "SELECT pg_current_snapshot()::text AS now");

export interface NewHookDelivery {
  readonly hookId: number;
  readonly eventId: number;
  /** Which of several things of one event. */
  readonly part: number;
  readonly event: HookEvent;
  /** Deliveries of a lane leave one after the other. */
  readonly lane: string;
  readonly topic: string;
  readonly ticketId: number | null;
  /** The message that it is about. */
  readonly objectId: number | null;
  readonly payload: unknown;
  readonly at: Date;
}

/** Takes or keeps the right to read events and deliver them, which one process has; false while another one has it. */
export const takeHookLease = async (sql: Sql, holder: string, forMs: number): Promise<boolean> =>
  (await sql.run(takeLease, [holder, forMs])).length > 0;

/** Gives the lease up, so that another process goes on at once. */
export async function endHookLease(sql: Sql, holder: string): Promise<void> {
  await sql.run(endLease, [holder]);
}

/** Reads up to `most` events of these topics that are next. `isKept` is false where some were deleted before they were read. */
export async function readHookEvents(
  tx: Sql,
  { since, until, afterId }: HookReaderRow & { readonly since: string },
  topics: readonly string[],
  most: number,
): Promise<{ readonly until: string; readonly isKept: boolean; readonly events: readonly LiveEventRow[] }> {
  const rows = await tx.run(readRows, [since, until, topics, afterId, most]);
  const events = rows.flatMap(({ id, at, topic, ticketId, payload }) =>
    id === null || at === null || topic === null ? [] : [{ id, at, topic, ticketId, payload }],
  );
  return { until: rows[0]?.until ?? since, isKept: rows[0]?.kept !== false, events };
}

export async function moveHookReader(tx: Sql, { since, until, afterId }: HookReaderRow): Promise<void> {
  await tx.run(moveRow, [since, until, afterId]);
}

/** Call it in the transaction in which a webhook becomes active. */
export async function beginHookReader(tx: Sql, hookId: number): Promise<void> {
  await tx.run(beginRow, [hookId]);
}

/** The present position, for a reader that has none. */
export const readHookNow = async (tx: Sql): Promise<string> => (await first(tx.run(hookReaderNow)))?.now ?? "";

/** Stores deliveries in this order and moves the reader; one that exists, or whose webhook is gone, is left out. */
export async function insertHookDeliveries(
  tx: Sql,
  rows: readonly NewHookDelivery[],
  { since, until, afterId }: HookReaderRow,
  now: Date,
): Promise<void> {
  const column = <T>(pick: (row: NewHookDelivery) => T): T[] => rows.map(pick);
  await tx.run(insertRows, [
    column(({ hookId }) => hookId),
    column(({ eventId }) => eventId),
    column(({ part }) => part),
    column(({ event }) => event),
    column(({ lane }) => lane),
    column(({ topic }) => topic),
    column(({ ticketId }) => ticketId),
    column(({ objectId }) => objectId),
    column(({ payload }) => JSON.stringify(payload)),
    column(({ at }) => at),
    now,
    since,
    until,
    afterId,
  ]);
}
