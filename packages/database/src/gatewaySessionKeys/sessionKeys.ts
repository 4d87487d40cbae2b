import type { LeaseFence } from "../leases/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";
import { copyOfKeys } from "./keyCopies.js";

export interface SealedKey {
  readonly type: string;
  readonly keyId: string;
  /** Null deletes the key. */
  readonly sealed: string | null;
}

const readRows = statement<{ keyId: string; sealed: string }>(
  "session_keys_read",
  `SELECT key_id AS "keyId", sealed FROM session_key WHERE connection_id = $1 AND type = $2 AND key_id = ANY($3::text[])`,
);

// A fenced write is one statement, so that a holder without the lease writes nothing.
const writeRows = statement<{ held: boolean }>(
  "session_keys_write",
  `WITH lease AS (SELECT FROM session_lease WHERE connection_id = $1 AND owner = $2 AND epoch = $3 AND expires_at > clock_timestamp()),
     change AS (SELECT * FROM unnest($4::text[], $5::text[], $6::text[]) AS c(type, key_id, sealed) WHERE EXISTS (SELECT FROM lease)),
     gone AS (DELETE FROM session_key k USING change c WHERE k.connection_id = $1 AND k.type = c.type AND k.key_id = c.key_id AND c.sealed IS NULL),
     kept AS (INSERT INTO session_key AS k (connection_id, type, key_id, sealed)
       SELECT $1, type, key_id, sealed FROM change WHERE sealed IS NOT NULL ORDER BY type, key_id
       ON CONFLICT (connection_id, type, key_id) DO UPDATE SET sealed = excluded.sealed, written_at = now())
   SELECT EXISTS (SELECT FROM lease) AS held`,
);

const clearRows = statement<{ held: boolean }>(
  "session_keys_clear",
  `WITH lease AS (SELECT FROM session_lease WHERE connection_id = $1 AND owner = $2 AND epoch = $3 AND expires_at > clock_timestamp()),
     copy AS (${copyOfKeys("connection_id = $1 AND EXISTS (SELECT FROM lease)", "$4")}),
     gone AS (DELETE FROM session_key WHERE connection_id = $1 AND EXISTS (SELECT FROM lease))
   SELECT EXISTS (SELECT FROM lease) AS held`,
);

const deleteOld = statement<{ id: string }>(
  "session_keys_prune",
  `DELETE FROM session_key WHERE (connection_id, type, key_id) IN (
     SELECT connection_id, type, key_id FROM session_key WHERE type = 'sent' AND written_at < now() - $1 * interval '1 day' LIMIT 1000)
   RETURNING key_id AS id`,
);

/** Returns the existing ones of these keys, sealed. */
export const readSessionKeys = (sql: Sql, connectionId: number, type: string, ids: readonly string[]) =>
  sql.run(readRows, [connectionId, type, ids]);

/**
 * Writes and deletes keys, all or none. Returns false, and writes nothing, when the lease is not
 * held. Each key may occur once.
 */
export async function writeSessionKeys(sql: Sql, fence: LeaseFence, changes: readonly SealedKey[]): Promise<boolean> {
  const { held } = await one(
    sql.run(writeRows, [
      fence.connectionId,
      fence.owner,
      fence.epoch,
      changes.map(({ type }) => type),
      changes.map(({ keyId }) => keyId),
      changes.map(({ sealed }) => sealed),
    ]),
  );
  return held;
}

/**
 * Deletes all keys of a connection, and keeps a copy of them with the reason. Returns false, and deletes nothing, when the lease is not
 * held.
 */
export async function clearSessionKeys(sql: Sql, { connectionId, owner, epoch }: LeaseFence, reason: string): Promise<boolean> {
  return (await first(sql.run(clearRows, [connectionId, owner, epoch, reason])))?.held ?? false;
}

/** Deletes up to 1,000 copies of messages that were sent more than `days` ago; returns how many. */
export const deleteOldSentKeys = async (sql: Sql, days: number): Promise<number> => (await sql.run(deleteOld, [days])).length;
