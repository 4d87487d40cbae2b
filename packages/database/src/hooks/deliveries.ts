import type { DeliveryState, HookEvent } from "@balcao/domain/hooks";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A delivery that is due, with the facts of its event. */
export interface DueDeliveryRow {
  readonly id: number;
  readonly hookId: number;
  readonly eventId: number;
  readonly key: string;
  readonly event: HookEvent;
  readonly lane: string;
  readonly topic: string;
  readonly ticketId: number | null;
  readonly objectId: number | null;
  readonly payload: unknown;
  readonly at: Date;
  readonly attempts: number;
  readonly firstAt: Date;
}

/** A line of the log. */
export interface HookDeliveryRow {
  readonly id: number;
  readonly key: string;
  readonly event: HookEvent | "test";
  readonly ticketId: number | null;
  readonly state: DeliveryState;
  readonly status: number | null;
  readonly fault: string | null;
  readonly attempts: number;
  readonly ms: number | null;
  readonly at: Date;
  readonly dueAt: Date;
  readonly endedAt: Date | null;
  readonly bodySealed: string | null;
}

/** What a try came to; `dueAt` is when the next one is. */
export interface DeliveryResult {
  readonly id: number;
  readonly state: DeliveryState;
  readonly dueAt: Date;
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number | null;
  readonly endedAt: Date | null;
  readonly bodySealed: string | null;
}

// A later one of a lane is due only when all before it are, so that the order by time is also the order of the lane.
const dueRows = statement<DueDeliveryRow>(
  "hook_delivery_due",
  `SELECT d.* FROM unnest($1::int[], $2::int[]) AS h(id, room) CROSS JOIN LATERAL (
     SELECT d.id, d.hook_id AS "hookId", coalesce(d.event_id, -d.id) AS "eventId", d.key, d.event, d.lane, d.topic, d.ticket_id AS "ticketId", d.object_id AS "objectId", d.payload, d.at,
       d.attempts, d.first_at AS "firstAt"
     FROM hook_delivery d WHERE d.hook_id = h.id AND d.state = 'waiting' AND d.due_at <= $3 AND d.id <> ALL($4::bigint[])
       AND NOT EXISTS (SELECT FROM hook_delivery e
         WHERE e.hook_id = d.hook_id AND e.lane = d.lane AND e.state = 'waiting' AND e.id < d.id AND e.due_at > d.due_at)
     ORDER BY d.due_at, d.id LIMIT h.room) d`,
);
const finishRows = statement(
  "hook_delivery_finish",
  `UPDATE hook_delivery d SET state = r.state, due_at = r.due_at, status = r.status, fault = r.fault, ms = r.ms, ended_at = r.ended_at,
     body_sealed = coalesce(r.body, d.body_sealed), attempts = d.attempts + CASE WHEN r.ms IS NULL THEN 0 ELSE 1 END
   FROM unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::int[], $5::text[], $6::int[], $7::timestamptz[], $8::text[])
     AS r(id, state, due_at, status, fault, ms, ended_at, body)
   WHERE d.id = r.id AND d.state = 'waiting'`,
);
const holdLanes = statement(
  "hook_delivery_hold",
  `UPDATE hook_delivery d SET due_at = r.due_at FROM unnest($1::bigint[], $2::timestamptz[]) AS r(id, due_at) JOIN hook_delivery f ON f.id = r.id
   WHERE d.hook_id = f.hook_id AND d.lane = f.lane AND d.state = 'waiting' AND d.id > f.id AND d.due_at < r.due_at`,
);
const trimSent = statement<{ n: number }>(
  "hook_delivery_trim",
  `WITH gone AS (DELETE FROM hook_delivery WHERE id IN (
     SELECT id FROM hook_delivery WHERE hook_id = $1 AND state IN ('sent', 'withheld')
       AND id <= (SELECT id FROM hook_delivery WHERE hook_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1) ORDER BY id LIMIT 5000) RETURNING 1)
   SELECT count(*)::int AS n FROM gone`,
);
const trimDead = statement(
  "hook_delivery_trim_dead",
  `DELETE FROM hook_delivery WHERE hook_id = $1 AND state = 'dead'
     AND id <= (SELECT id FROM hook_delivery WHERE hook_id = $1 AND state = 'dead' ORDER BY id DESC OFFSET $2 LIMIT 1)`,
);
const LOG = `id, key, event, ticket_id AS "ticketId", state, status, fault, attempts, ms, at, due_at AS "dueAt", ended_at AS "endedAt",
  body_sealed AS "bodySealed"`;
const logRows = statement<HookDeliveryRow>(
  "hook_delivery_log",
  `SELECT ${LOG} FROM hook_delivery WHERE hook_id = $1 AND ($2::text IS NULL OR state = $2) AND ($3::bigint IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
);
const readRow = statement<HookDeliveryRow>("hook_delivery_get", `SELECT ${LOG} FROM hook_delivery WHERE hook_id = $1 AND id = $2`);
const insertTest = statement<{ id: number }>(
  "hook_delivery_test",
  `INSERT INTO hook_delivery (id, hook_id, key, event, lane, topic, payload, at, state, attempts, first_at, due_at, status, fault, ms, ended_at, body_sealed)
   VALUES ($1, $2, $3, 'test', 'test', 'test', '{}', $4, $5, 1, $4, $4, $6, $7, $8, $4, $9) RETURNING id`,
);
const nextId = statement<{ id: number }>("hook_delivery_next", "SELECT nextval(pg_get_serial_sequence('hook_delivery', 'id')) AS id");
const resendRows = statement<{ n: number }>(
  "hook_delivery_resend",
  `WITH again AS (UPDATE hook_delivery SET state = 'waiting', attempts = 0, first_at = $3, due_at = $3, ended_at = NULL
     WHERE hook_id = $1 AND state = 'dead' AND event <> 'test' AND ($2::bigint IS NULL OR id = $2) RETURNING 1) SELECT count(*)::int AS n FROM again`,
  { wakes: ["hooks"] },
);

/** The next deliveries of some webhooks, each with how many it has room for; without those that this process has already. */
export const listDueDeliveries = (
  sql: Sql,
  rooms: readonly { readonly hookId: number; readonly room: number }[],
  now: Date,
  known: readonly number[],
): Promise<DueDeliveryRow[]> => sql.run(dueRows, [rooms.map(({ hookId }) => hookId), rooms.map(({ room }) => room), now, known]);

/** Stores what tries came to, and lets nothing of a lane pass one that is tried again. */
export async function finishHookDeliveries(tx: Sql, results: readonly DeliveryResult[]): Promise<void> {
  const column = <T>(pick: (row: DeliveryResult) => T): T[] => results.map(pick);
  await tx.run(finishRows, [
    column(({ id }) => id),
    column(({ state }) => state),
    column(({ dueAt }) => dueAt),
    column(({ status }) => status),
    column(({ fault }) => fault),
    column(({ ms }) => ms),
    column(({ endedAt }) => endedAt),
    column(({ bodySealed }) => bodySealed),
  ]);
  const again = results.filter(({ state }) => state === "waiting");
  if (again.length > 0) await tx.run(holdLanes, [again.map(({ id }) => id), again.map(({ dueAt }) => dueAt)]);
}

/** Keeps the last `keep` deliveries, those that wait, and as many that were given up. */
export async function trimHookLog(sql: Sql, hookId: number, keep: number): Promise<void> {
  while ((await one(sql.run(trimSent, [hookId, keep]))).n > 0);
  await sql.run(trimDead, [hookId, keep]);
}

/** The newest lines of a log below an id. */
export const listHookDeliveries = (
  sql: Sql,
  { hookId, state, before, limit }: { hookId: number; state: DeliveryState | null; before: number | null; limit: number },
): Promise<HookDeliveryRow[]> => sql.run(logRows, [hookId, state, before, limit]);

export const getHookDelivery = (sql: Sql, hookId: number, id: number): Promise<HookDeliveryRow | null> =>
  first(sql.run(readRow, [hookId, id]));

/** Reserves an id, because the sealed body names it. */
export const nextHookDeliveryId = async (sql: Sql): Promise<number> => (await one(sql.run(nextId))).id;

/** Notes a test delivery in the log. */
export async function insertHookTest(
  sql: Sql,
  { id, hookId, key, at, state, status, fault, ms, bodySealed }: Omit<HookDeliveryRow, "event"> & { readonly hookId: number },
): Promise<void> {
  await sql.run(insertTest, [id, hookId, key, at, state, status, fault, ms, bodySealed]);
}

/** Lets what was given up wait again, one or all of it. Returns how many. */
export const resendHookDeliveries = async (tx: Sql, hookId: number, id: number | null, now: Date): Promise<number> =>
  (await one(tx.run(resendRows, [hookId, id, now]))).n;
