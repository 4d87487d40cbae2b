import { first, statement, type Sql } from "../sql/index.js";

/** A creating request, identified by the client's own key [M-12]. */
interface KeyedRequest {
  readonly userId: number;
  readonly key: string;
  readonly route: string;
  /** Hex SHA-256 of the request's input. */
  readonly bodySha: string;
  /** Where a message is created, which keeps the key as long as it lives. */
  readonly room?: KeyedRoom | undefined;
}

/** A ticket or a chat, by what its messages are. */
export interface KeyedRoom {
  readonly of: "message" | "chatMessage";
  readonly id: number;
}

/** The earlier request of a key. `conflict`: it was a different request. */
interface KnownRequest {
  readonly conflict: boolean;
  readonly objectIds: readonly number[];
}

// The second of two parallel requests waits here for the first one's commit. A key older than a day
// may be used again.
const CLAIM = `INSERT INTO idempotency (user_id, key, route, body_sha) VALUES ($1, $2, $3, decode($4, 'hex'))
   ON CONFLICT (user_id, key) DO UPDATE SET route = excluded.route, body_sha = excluded.body_sha, object_ids = '{}', created_at = now()
     WHERE idempotency.created_at < now() - interval '24 hours'
   RETURNING true AS claimed`;
const claimKey = statement<{ claimed: true }>("idempotency_claim", CLAIM);
// A message keeps its key when this row is deleted, so that it is never sent again.
const claimForMessage = (name: string, sent: string) =>
  statement<{ claimed: true; kept: number[] | null }>(name, `WITH claim AS (${CLAIM}) SELECT claimed, (${sent}) AS kept FROM claim`);
const claimers = {
  message: claimForMessage(
    "idempotency_claim_message",
    `SELECT array_agg(id) FROM message WHERE user_id = $1 AND client_key = $2 AND ticket_id = $5`,
  ),
  chatMessage: claimForMessage(
    "idempotency_claim_chat_message",
    `SELECT array_agg(id) FROM chat_message WHERE sender_id = $1 AND client_key = $2 AND chat_id = $5`,
  ),
};
const readKey = statement<KnownRequest>(
  "idempotency_read",
  `SELECT route <> $3 OR body_sha <> decode($4, 'hex') AS conflict, object_ids AS "objectIds" FROM idempotency WHERE user_id = $1 AND key = $2`,
);
const readRepeat = statement<KnownRequest>(
  "idempotency_repeat",
  `SELECT route <> $3 OR body_sha <> decode($4, 'hex') AS conflict, object_ids AS "objectIds" FROM idempotency
   WHERE user_id = $1 AND key = $2 AND created_at >= now() - interval '24 hours'`,
);
// A closed key has no route, so that it belongs to no request. The statement waits for a running request of the key.
const closeKey = statement<{ closed: true }>(
  "idempotency_close",
  `INSERT INTO idempotency (user_id, key, route, body_sha) VALUES ($1, $2, '', '') ON CONFLICT DO NOTHING RETURNING true AS closed`,
);
const keyIsUsed = statement<{ used: boolean }>(
  "idempotency_used",
  `SELECT route <> '' AS used FROM idempotency WHERE user_id = $1 AND key = $2`,
);
const fillKey = statement("idempotency_fill", `UPDATE idempotency SET object_ids = $3 WHERE user_id = $1 AND key = $2`);
const deleteOld = statement<{ n: number }>(
  "idempotency_retention",
  `WITH gone AS (DELETE FROM idempotency WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency WHERE created_at < now() - interval '24 hours' LIMIT 1000) RETURNING 1)
   SELECT count(*)::int AS n FROM gone`,
);

/**
 * Claims a key inside the creating transaction; returns null when it is claimed, else the earlier
 * request. Waits for a running request with the same key.
 */
export async function claimIdempotencyKey(tx: Sql, request: KeyedRequest): Promise<KnownRequest | null> {
  const { userId, key, route, bodySha, room } = request;
  const values = [userId, key, route, bodySha];
  if (!room) return (await first(tx.run(claimKey, values))) ? null : first(tx.run(readKey, values));
  const claim = await first(tx.run(claimers[room.of], [...values, room.id]));
  if (!claim) return first(tx.run(readKey, values));
  if (claim.kept === null) return null;
  await fillIdempotencyKey(tx, request, claim.kept);
  return { conflict: false, objectIds: claim.kept };
}

/** The earlier request of a key; null where the key may be claimed. Does not wait for one that runs. */
export function findIdempotencyKey(sql: Sql, { userId, key, route, bodySha }: KeyedRequest): Promise<KnownRequest | null> {
  return first(sql.run(readRepeat, [userId, key, route, bodySha]));
}

/** Stores the ids that the claimed request created. */
export async function fillIdempotencyKey(
  tx: Sql,
  { userId, key }: Pick<KeyedRequest, "userId" | "key">,
  objectIds: readonly number[],
): Promise<void> {
  await tx.run(fillKey, [userId, key, objectIds]);
}

/** Returns whether a request has used the key; closes it where none has, so that a later one finds a conflict. */
export async function closeIdempotencyKey(sql: Sql, { userId, key }: Pick<KeyedRequest, "userId" | "key">): Promise<boolean> {
  if (await first(sql.run(closeKey, [userId, key]))) return false;
  return (await first(sql.run(keyIsUsed, [userId, key])))?.used ?? false;
}

interface KeyedCaller {
  readonly actor: { readonly id: number };
  readonly idempotencyKey: string | null;
}

/** Whether an earlier request of the person has done what this key stands for. */
export async function isKeyUsed(sql: Sql, { actor, idempotencyKey }: KeyedCaller): Promise<boolean> {
  return idempotencyKey !== null && ((await first(sql.run(keyIsUsed, [actor.id, idempotencyKey])))?.used ?? false);
}

/** Deletes up to 1,000 keys older than a day; returns how many. */
export async function deleteOldIdempotencyKeys(sql: Sql): Promise<number> {
  return (await first(sql.run(deleteOld)))?.n ?? 0;
}
