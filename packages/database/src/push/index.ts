import type { PushPayload } from "@balcao/domain/notifications";
import { first, one, statement, type Sql } from "../sql/index.js";

/** Something that may be pushed: a kind, and the id of its row. */
export interface PushEventRow {
  readonly kind: string;
  readonly objectId: number;
}

/** Inserts a push event where `where` holds. While no browser has subscribed, messages cost nothing. */
export const insertPushEventWhere = (kind: string, objectId: string, where: string): string =>
  `INSERT INTO push_event (kind, object_id) SELECT ${kind}, ${objectId} WHERE ${where} AND EXISTS (SELECT FROM push_subscription)`;

const insertRow = statement("push_event_insert", insertPushEventWhere("$1", "$2::bigint", "true"), { wakes: ["pushes"] });
const takeRows = statement<PushEventRow>(
  "push_event_take",
  `DELETE FROM push_event WHERE id IN (SELECT id FROM push_event WHERE $2::text IS NULL OR kind = $2 ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING kind, object_id AS "objectId"`,
);

/** Records, in the transaction of a message, that it may have to be pushed. */
export async function insertPushEvent(tx: Sql, { kind, objectId }: PushEventRow): Promise<void> {
  await tx.run(insertRow, [kind, objectId]);
}

/** Takes the oldest events out of the table, with `only` those of one kind, for the transaction that makes deliveries of them. */
export const takePushEvents = (tx: Sql, most: number, only: string | null = null): Promise<PushEventRow[]> =>
  tx.run(takeRows, [most, only]);

/** A browser that wants pushes. Its address is a secret: whoever knows it can send to it. */
interface NewPushSubscription {
  readonly userId: number;
  readonly sessionId: string;
  readonly endpointHash: Buffer;
  readonly p256dh: string;
  readonly endpointSealed: string;
  readonly authSealed: string;
  readonly now: Date;
}

/** Where a browser gets its pushes; address and secret are sealed. */
export interface PushTargetRow {
  readonly endpointSealed: string;
  readonly authSealed: string;
  readonly endpointHash: Buffer;
  readonly p256dh: string;
}

/** Whose browser a subscription is. */
export interface PushSubscriber {
  readonly id: number;
  readonly userId: number;
}

/**
 * The parts of a WITH that delete the subscriptions of a condition as `browser`; what waited for them
 * has failed, and nothing of its text stays.
 */
export function endedBrowsers(where: string): string {
  return `browser AS (DELETE FROM push_subscription WHERE ${where} RETURNING id),
   waiting AS (UPDATE push_delivery SET state = 'failed', payload = '{}' WHERE state = 'queued' AND subscription_id IN (SELECT id FROM browser))`;
}

/** Whether the session `s` lives at the instant of the first parameter. */
const LIVE_SESSION = `s.revoked_at IS NULL AND s.idle_until > $1 AND s.absolute_until > $1`;

// A browser belongs to whoever signed in there last.
const putRow = statement<{ id: number }>(
  "push_subscription_put",
  `INSERT INTO push_subscription (user_id, session_id, endpoint_hash, p256dh, endpoint_sealed, auth_sealed, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (endpoint_hash) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
     endpoint_sealed = excluded.endpoint_sealed, auth_sealed = excluded.auth_sealed, created_at = excluded.created_at
   RETURNING id`,
);
const deleteOver = statement(
  "push_subscription_over",
  `WITH ${endedBrowsers(
    "user_id = $1 AND id NOT IN (SELECT id FROM push_subscription WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)",
  )} SELECT FROM browser`,
);
const deleteRow = statement<{ id: number }>(
  "push_subscription_delete",
  `WITH ${endedBrowsers("user_id = $1 AND (endpoint_hash = $2 OR p256dh = $3)")} SELECT id FROM browser`,
);
const findRow = statement<{ id: number }>(
  "push_subscription_find",
  `SELECT id FROM push_subscription WHERE user_id = $1 AND (endpoint_hash = $2 OR p256dh = $3)`,
);
const liveRows = statement<PushSubscriber>(
  "push_subscription_live",
  `SELECT p.id, p.user_id AS "userId" FROM push_subscription p JOIN auth_session s ON s.id = p.session_id WHERE ${LIVE_SESSION} ORDER BY p.id`,
);
const targetRows = statement<PushTargetRow>(
  "push_subscription_targets",
  `SELECT p.endpoint_sealed AS "endpointSealed", p.auth_sealed AS "authSealed", p.endpoint_hash AS "endpointHash", p.p256dh
   FROM push_subscription p JOIN auth_session s ON s.id = p.session_id WHERE ${LIVE_SESSION} AND p.user_id = $2 ORDER BY p.id`,
);
const removeGone = statement(
  "push_subscription_gone",
  `WITH failed AS (UPDATE push_delivery SET state = 'failed', payload = '{}', status = $2 WHERE subscription_id = $1 AND state = 'queued')
   DELETE FROM push_subscription WHERE id = $1`,
);

/** Stores a subscription, in place of an earlier one of the same address. Returns its id. */
export async function putPushSubscription(tx: Sql, row: NewPushSubscription): Promise<number> {
  const values = [row.userId, row.sessionId, row.endpointHash, row.p256dh, row.endpointSealed, row.authSealed, row.now];
  return (await one(tx.run(putRow, values))).id;
}

/** Keeps the newest subscriptions of a person, so that nobody fills the table. */
export async function deletePushSubscriptionsOver(tx: Sql, userId: number, most: number): Promise<void> {
  await tx.run(deleteOver, [userId, most]);
}

/** Deletes a person's subscription by its address or its public key; false when there is none. */
export const deletePushSubscription = async (tx: Sql, userId: number, endpointHash: Buffer, p256dh: string): Promise<boolean> =>
  (await tx.run(deleteRow, [userId, endpointHash, p256dh])).length > 0;

/** The id of a person's subscription by its address or its public key, or null. */
export const findPushSubscription = async (sql: Sql, userId: number, endpointHash: Buffer, p256dh: string): Promise<number | null> =>
  (await first(sql.run(findRow, [userId, endpointHash, p256dh])))?.id ?? null;

/** The subscriptions whose session has neither ended nor expired. */
export const listLivePushSubscriptions = (sql: Sql, now: Date): Promise<PushSubscriber[]> => sql.run(liveRows, [now]);

/** The browsers of a person whose session has neither ended nor expired. */
export const listPushTargets = (sql: Sql, userId: number, now: Date): Promise<PushTargetRow[]> => sql.run(targetRows, [now, userId]);

/** Removes a subscription that its push service does not know any more; what waited for it has failed. */
export async function removeGonePushSubscription(tx: Sql, id: number, status: number | null): Promise<void> {
  await tx.run(removeGone, [id, status]);
}

type PushDeliveryState = "queued" | "sent" | "failed";

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
