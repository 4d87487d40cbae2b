import { first, statement, type Sql } from "../sql/index.js";

/**
 * SQL that copies the session keys that `which` selects, one copy per connection and secret. Copies of sent messages are left out, and
 * so is a session that was never linked: it has credentials alone.
 */
export const copyOfKeys = (which: string, reason: string): string =>
  `INSERT INTO session_key_copy (connection_id, reason, seal, keys)
   SELECT connection_id, ${reason}, split_part(sealed, '.', 1), jsonb_agg(jsonb_build_array(type, key_id, sealed))
   FROM session_key WHERE type <> 'sent' AND ${which} GROUP BY connection_id, split_part(sealed, '.', 1) HAVING bool_or(type <> 'creds')`;

interface KeyCopyRow {
  readonly id: number;
  readonly madeAt: Date;
  readonly reason: string;
}

/** One copy of a connection's keys, and the ids of the secrets of which one must have sealed it. */
export interface OneKeyCopy {
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
const deleteOld = statement<{ id: number }>(
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
export const deleteOldKeyCopies = async (sql: Sql, madeBefore: Date): Promise<number> => (await sql.run(deleteOld, [madeBefore])).length;
