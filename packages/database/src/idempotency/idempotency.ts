import { first, statement, type Sql } from "../sql/index.js";

/** A creating request, identified by the client's own key [M-12]. */
export interface KeyedRequest {
  readonly userId: number;
  readonly key: string;
  readonly route: string;
  /** Hex SHA-256 of the request's input. */
  readonly bodySha: string;
}

/** The earlier request of a key. `conflict`: it was a different request. */
export interface KnownRequest {
  readonly conflict: boolean;
  readonly objectIds: readonly number[];
}

// The second of two parallel requests waits here for the first one's commit. A key older than a day
// may be used again.
const claimKey = statement<{ claimed: true }>(
  "idempotency_claim",
  `INSERT INTO idempotency (user_id, key, route, body_sha) VALUES ($1, $2, $3, decode($4, 'hex'))
   ON CONFLICT (user_id, key) DO UPDATE SET route = excluded.route, body_sha = excluded.body_sha, object_ids = '{}', created_at = now()
     WHERE idempotency.created_at < now() - interval '24 hours'
   RETURNING true AS claimed`,
);
// As JSON, because the driver reads an array of bigint as texts.
const readKey = statement<KnownRequest>(
  "idempotency_read",
  `SELECT route <> $3 OR body_sha <> decode($4, 'hex') AS conflict, to_jsonb(object_ids) AS "objectIds" FROM idempotency WHERE user_id = $1 AND key = $2`,
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
export async function claimIdempotencyKey(tx: Sql, { userId, key, route, bodySha }: KeyedRequest): Promise<KnownRequest | null> {
  const values = [userId, key, route, bodySha];
  return (await first(tx.run(claimKey, values))) ? null : first(tx.run(readKey, values));
}

/** Stores the ids that the claimed request created. */
export async function fillIdempotencyKey(
  tx: Sql,
  { userId, key }: Pick<KeyedRequest, "userId" | "key">,
  objectIds: readonly number[],
): Promise<void> {
  await tx.run(fillKey, [userId, key, objectIds]);
}

/** Deletes up to 1,000 keys older than a day; returns how many. */
export async function deleteOldIdempotencyKeys(sql: Sql): Promise<number> {
  return (await first(sql.run(deleteOld)))?.n ?? 0;
}
