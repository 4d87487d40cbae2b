import type { PushPayload } from "@balcao/domain/notifications";
import { first, one, statement, type Sql } from "../sql/index.js";
import type { PushEventRow } from "./events.js";
import { LIVE_SESSION } from "./subscriptions.js";

export type PushDeliveryState = "queued" | "sent" | "failed";

/** A message for one browser, claimed for one try. */
export interface PushDeliveryRow {
  readonly id: number;
  readonly userId: number;
  /** What it is about, as the event that it was made of says; null for a test of the browser. */
  readonly kind: string | null;
  readonly objectId: number | null;
  readonly payload: PushPayload;
  /** How often it was tried, this try included. */
  readonly attempts: number;
  readonly expiresAt: Date;
  readonly subscriptionId: number;
  readonly endpointSealed: string;
  readonly authSealed: string;
  readonly endpointHash: Buffer;
  readonly p256dh: string;
}

const nextId = statement<{ id: number }>("push_delivery_next", `SELECT nextval('push_delivery_id_seq') AS id`);
const insertRows = statement<{ id: number }>(
  "push_delivery_insert",
  `INSERT INTO push_delivery (id, user_id, subscription_id, payload, due_at, expires_at, kind, object_id)
   SELECT coalesce($5, nextval('push_delivery_id_seq')), p.user_id, p.id, $2, $3, $4, $6, $7::bigint FROM push_subscription p WHERE p.id = ANY($1::int[]) RETURNING id`,
  { wakes: ["pushes"] },
);
// A claim lasts until `due_at`; afterwards another process may try. What waited for a session or an account that has ended has failed.
const claimRows = statement<PushDeliveryRow>(
  "push_delivery_claim",
  `WITH due AS (
     SELECT id FROM push_delivery WHERE state = 'queued' AND due_at <= $1 AND subscription_id IS NOT NULL AND ($4::text IS NULL OR kind = $4)
     ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED),
   live AS (
     SELECT d.id, p.id AS browser_id FROM due JOIN push_delivery d ON d.id = due.id
       JOIN push_subscription p ON p.id = d.subscription_id AND p.user_id = d.user_id
       JOIN auth_session s ON s.id = p.session_id JOIN user_account u ON u.id = p.user_id
     WHERE u.active AND u.deleted_at IS NULL AND ${LIVE_SESSION}),
   ended AS (UPDATE push_delivery SET state = 'failed', payload = '{}' WHERE id IN (SELECT id FROM due EXCEPT SELECT id FROM live))
   UPDATE push_delivery d SET due_at = $2, attempts = d.attempts + 1 FROM live, push_subscription p
   WHERE d.id = live.id AND p.id = live.browser_id
   RETURNING d.id, d.user_id AS "userId", d.kind, d.object_id AS "objectId", d.payload, d.attempts, d.expires_at AS "expiresAt", p.id AS "subscriptionId", p.endpoint_sealed AS "endpointSealed",
     p.auth_sealed AS "authSealed", p.endpoint_hash AS "endpointHash", p.p256dh`,
);
const finishRow = statement("push_delivery_finish", `UPDATE push_delivery SET state = $2, status = $3, payload = '{}' WHERE id = $1`);
const postponeRow = statement("push_delivery_postpone", `UPDATE push_delivery SET due_at = $2, status = $3 WHERE id = $1`);
const readRow = statement<{ state: PushDeliveryState; attempts: number; status: number | null }>(
  "push_delivery_get",
  `SELECT state, attempts, status FROM push_delivery WHERE id = $1 AND user_id = $2`,
);
const deleteOld = statement<{ n: number }>(
  "push_delivery_retention",
  `WITH gone AS (DELETE FROM push_delivery WHERE id IN (SELECT id FROM push_delivery WHERE expires_at < $1 LIMIT 1000) RETURNING 1)
   SELECT count(*)::int AS n FROM gone`,
);

interface NewDeliveries {
  readonly subscriptionIds: readonly number[];
  readonly payload: PushPayload;
  readonly now: Date;
  readonly expiresAt: Date;
  /** What they are about; a test is about nothing. */
  readonly about?: PushEventRow;
  /** The id of a single one, from `nextPushTestId`. */
  readonly testId?: number;
}

/** Reserves an id, because the payload of a test names it. */
export const nextPushTestId = async (tx: Sql): Promise<number> => (await one(tx.run(nextId))).id;

/** Stores a message for each of these browsers. */
export async function insertPushDeliveries(tx: Sql, row: NewDeliveries): Promise<void> {
  const { subscriptionIds, payload, now, expiresAt, about, testId } = row;
  const values = [subscriptionIds, JSON.stringify(payload), now, expiresAt, testId ?? null];
  await tx.run(insertRows, [...values, about?.kind ?? null, about?.objectId ?? null]);
}

/** Claims messages that are due, until `until`; with `only` those of one kind. */
export const claimPushDeliveries = (
  sql: Sql,
  now: Date,
  until: Date,
  { most, only }: { readonly most: number; readonly only: string | null },
): Promise<PushDeliveryRow[]> => sql.run(claimRows, [now, until, most, only]);

/** Ends a message; nothing of its text stays. */
export async function finishPushDelivery(sql: Sql, id: number, state: "sent" | "failed", status: number | null): Promise<void> {
  await sql.run(finishRow, [id, state, status]);
}

/** Plans the next try of a message. */
export async function postponePushDelivery(sql: Sql, id: number, dueAt: Date, status: number | null): Promise<void> {
  await sql.run(postponeRow, [id, dueAt, status]);
}

/** How far a person's own message is; null when there is none. */
export const getPushDelivery = (sql: Sql, id: number, userId: number) => first(sql.run(readRow, [id, userId]));

/** Deletes up to a thousand messages whose time ended before `before`. Returns how many. */
export const deleteOldPushDeliveries = async (sql: Sql, before: Date): Promise<number> => (await one(sql.run(deleteOld, [before]))).n;
