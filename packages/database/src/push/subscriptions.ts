import { first, one, statement, type Sql } from "../sql/index.js";

/** A browser that wants pushes. Its address is a secret: whoever knows it can send to it. */
export interface NewPushSubscription {
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
export const LIVE_SESSION = `s.revoked_at IS NULL AND s.idle_until > $1 AND s.absolute_until > $1`;

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
