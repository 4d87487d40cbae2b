import type { LeaseFence } from "../leases/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";

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

/**
 * SQL that copies the session keys that `which` selects, one copy per connection and secret. Copies of sent messages are left out, and
 * so is a session that was never linked: it has credentials alone.
 */
const copyOfKeys = (which: string, reason: string): string =>
  `INSERT INTO session_key_copy (connection_id, reason, seal, keys)
   SELECT connection_id, ${reason}, split_part(sealed, '.', 1), jsonb_agg(jsonb_build_array(type, key_id, sealed))
   FROM session_key WHERE type <> 'sent' AND ${which} GROUP BY connection_id, split_part(sealed, '.', 1) HAVING bool_or(type <> 'creds')`;

interface KeyCopyRow {
  readonly id: number;
  readonly madeAt: Date;
  readonly reason: string;
}

/** One copy of a connection's keys, and the ids of the secrets of which one must have sealed it. */
interface OneKeyCopy {
  readonly connectionId: number;
  readonly copyId: number;
  readonly keyIds: readonly string[];
}

const listRows = statement<KeyCopyRow>(
  "key_copies_list",
  `SELECT id, made_at AS "madeAt", reason FROM session_key_copy WHERE connection_id = $1 AND seal = ANY($2::text[]) ORDER BY made_at DESC, id DESC LIMIT 50`,
);
const lockCopy = statement(
  "key_copy_lock",
  `SELECT 1 FROM session_key_copy WHERE connection_id = $1 AND id = $2 AND seal = ANY($3::text[]) FOR UPDATE`,
);
// The status is what the connection's screens show until a process has taken the session.
const stopIdle = statement<{ id: number }>(
  "key_copy_stop",
  `UPDATE connection SET status = 'DISCONNECTED', qrcode = NULL, status_reason = NULL, reason_until = NULL, updated_at = now()
   WHERE id = $1 AND status = ANY($2::text[]) RETURNING id`,
);
const replaceKeys = statement(
  "key_copy_replace",
  `WITH copy AS (${copyOfKeys("connection_id = $1", "'replaced'")}) DELETE FROM session_key WHERE connection_id = $1`,
);
const restoreKeys = statement(
  "key_copy_restore",
  `WITH copy AS (DELETE FROM session_key_copy WHERE id = $2 RETURNING keys)
   INSERT INTO session_key (connection_id, type, key_id, sealed) SELECT $1, k ->> 0, k ->> 1, k ->> 2 FROM copy, jsonb_array_elements(keys) k`,
);
const deleteOldCopies = statement<{ id: number }>(
  "key_copies_prune",
  `DELETE FROM session_key_copy WHERE id IN (SELECT id FROM session_key_copy WHERE made_at < $1 ORDER BY made_at LIMIT 100) RETURNING id`,
);

/** Lists the copies of a connection's keys that one of the secrets opens, newest first. */
export const listKeyCopies = (sql: Sql, connectionId: number, keyIds: readonly string[]) => sql.run(listRows, [connectionId, keyIds]);

/**
 * Makes a copy the connection's keys again; those that it has are copied first. Returns `running`, and changes nothing, while the
 * status is none of `idle`. The caller ends the lease in the same transaction.
 */
export async function restoreKeyCopy(
  tx: Sql,
  { connectionId, copyId, keyIds }: OneKeyCopy,
  idle: readonly string[],
): Promise<"restored" | "running" | "absent"> {
  if (!(await first(tx.run(lockCopy, [connectionId, copyId, keyIds])))) return "absent";
  if (!(await first(tx.run(stopIdle, [connectionId, idle])))) return "running";
  await tx.run(replaceKeys, [connectionId]);
  await tx.run(restoreKeys, [connectionId, copyId]);
  return "restored";
}

/** Deletes up to 100 copies from before `madeBefore`; returns how many. */
export const deleteOldKeyCopies = async (sql: Sql, madeBefore: Date): Promise<number> =>
  (await sql.run(deleteOldCopies, [madeBefore])).length;

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

// One key per connection is enough, because what is lost was sealed before everything else.
const countForeign = statement<{ n: number }>(
  "seals_foreign",
  `SELECT count(*)::int AS n FROM connection c
   LEFT JOIN LATERAL (SELECT sealed FROM session_key k WHERE k.connection_id = c.id LIMIT 1) k ON true
   WHERE split_part(coalesce(c.account_sealed, ''), '.', 1) <> ALL ('{""}' || $1::text[])
      OR split_part(coalesce(c.webhook_key_sealed, ''), '.', 1) <> ALL ('{""}' || $1::text[])
      OR split_part(coalesce(k.sealed, ''), '.', 1) <> ALL ('{""}' || $1::text[])`,
);
const forgetAccounts = statement<{ id: number }>(
  "seals_forget_accounts",
  `UPDATE connection SET account_sealed = NULL, webhook_key_sealed = NULL, meta_token_set = false, status = 'DISCONNECTED', number = NULL
   WHERE split_part(coalesce(account_sealed, ''), '.', 1) <> ALL ('{""}' || $1::text[]) OR split_part(coalesce(webhook_key_sealed, ''), '.', 1) <> ALL ('{""}' || $1::text[])
      OR EXISTS (SELECT FROM session_key k WHERE k.connection_id = connection.id AND split_part(k.sealed, '.', 1) <> ALL ($1))
   RETURNING id`,
);
const forgetKeys = statement(
  "seals_forget_keys",
  `WITH copy AS (${copyOfKeys("split_part(sealed, '.', 1) <> ALL ($1)", "'secretLost'")})
   DELETE FROM session_key WHERE split_part(sealed, '.', 1) <> ALL ($1)`,
);

/**
 * Counts the connections with keys or tokens that were sealed with none of these keys, and so
 * cannot be opened.
 */
export async function countForeignSeals(sql: Sql, keyIds: readonly string[]): Promise<number> {
  return (await one(sql.run(countForeign, [keyIds]))).n;
}

/**
 * Deletes those keys and tokens, so that their numbers can be linked again; the keys stay as copies, for a secret that is found again.
 * Returns of how many connections.
 */
export async function forgetForeignSeals(tx: Sql, keyIds: readonly string[]): Promise<number> {
  const connections = await tx.run(forgetAccounts, [keyIds]);
  await tx.run(forgetKeys, [keyIds]);
  return connections.length;
}
