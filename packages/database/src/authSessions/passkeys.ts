import { first, statement, type Sql } from "../sql/index.js";

/** A passkey of an account; `credentialId` is base64url, the public key is in COSE. */
export interface PasskeyRow {
  readonly id: number;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

type NewPasskey = Omit<PasskeyRow, "id" | "usedAt">;

const list = statement<PasskeyRow>(
  "passkeys_list",
  `SELECT id, credential_id AS "credentialId", public_key AS "publicKey", counter::float8 AS counter, transports, name,
     created_at AS "createdAt", used_at AS "usedAt"
   FROM passkey WHERE user_id = $1 ORDER BY created_at, id`,
);
// Two registrations of one account are one after the other.
const lock = statement<{ since: Date | null }>(
  "passkeys_lock",
  `INSERT INTO second_factor (user_id) VALUES ($1) ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id RETURNING since`,
);
const beginFactor = statement(
  "passkeys_begin_factor",
  `UPDATE second_factor SET since = $2, recovery_hashes = $3::bytea[] WHERE user_id = $1 AND since IS NULL`,
);
const insert = statement<{ id: number }>(
  "passkey_insert",
  `INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
   VALUES ($1, $2, $3, $4, $5::text[], $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
);
// Two sign-ins with one count: the second update sees the first one's.
const use = statement<{ id: number }>(
  "passkey_use",
  `UPDATE passkey SET counter = $3, used_at = $4 WHERE id = $1 AND user_id = $2 AND (counter < $3 OR (counter = 0 AND $3 = 0)) RETURNING id`,
);
const deleteRow = statement<{ id: number }>("passkey_delete", `DELETE FROM passkey WHERE id = $1 AND user_id = $2 RETURNING id`);

/** The passkeys of an account, the oldest first. */
export function listPasskeys(sql: Sql, userId: number): Promise<PasskeyRow[]> {
  return sql.run(list, [userId]);
}

/** Locks the second factor of an account, which exists from here on; returns since when it counts, null while it does not. */
export async function lockSecondFactor(tx: Sql, userId: number): Promise<Date | null> {
  return (await first(tx.run(lock, [userId])))?.since ?? null;
}

/** Lets a second factor count that has passkeys alone, with its recovery codes. */
export async function beginByPasskey(tx: Sql, userId: number, now: Date, recoveryHashes: readonly Buffer[]): Promise<void> {
  await tx.run(beginFactor, [userId, now, recoveryHashes]);
}

/** Stores a passkey and returns its id; null when its credential is somebody's already. */
export async function insertPasskey(tx: Sql, userId: number, key: NewPasskey): Promise<number | null> {
  const { credentialId, publicKey, counter, transports, name, createdAt } = key;
  return (await first(tx.run(insert, [userId, credentialId, publicKey, counter, transports, name, createdAt])))?.id ?? null;
}

/** Notes the use of a passkey; false when its count has been used, or is lower than one that was. */
export async function usePasskey(
  sql: Sql,
  userId: number,
  { id, counter, now }: { readonly id: number; readonly counter: number; readonly now: Date },
): Promise<boolean> {
  return (await sql.run(use, [id, userId, counter, now])).length > 0;
}

/** Takes a passkey away; false when the account has no such one. */
export async function deletePasskey(tx: Sql, userId: number, id: number): Promise<boolean> {
  return (await tx.run(deleteRow, [id, userId])).length > 0;
}
