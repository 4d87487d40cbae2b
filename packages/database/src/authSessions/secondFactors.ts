import { first, statement, type Sql } from "../sql/index.js";

/** The second factor of an account. */
export interface SecondFactorRow {
  /** Sealed; null until a first code has confirmed it, and where passkeys alone answer. */
  readonly secret: string | null;
  /** Sealed: a secret that no code has confirmed yet. */
  readonly pending: string | null;
  /** Since when a second step is asked for; null while it is not. */
  readonly since: Date | null;
  /** How many recovery codes are left. */
  readonly recoveryCodes: number;
}

/** What a first code confirms. */
interface ConfirmedFactor {
  readonly pending: string;
  readonly now: Date;
  /** The time step of that code. */
  readonly step: number;
  readonly recoveryHashes: readonly Buffer[];
}

const readRow = statement<SecondFactorRow>(
  "second_factor_read",
  `SELECT secret, pending, since, cardinality(recovery_hashes) AS "recoveryCodes" FROM second_factor WHERE user_id = $1`,
);
const putPending = statement(
  "second_factor_pending",
  `INSERT INTO second_factor (user_id, pending) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET pending = excluded.pending`,
);
const confirmRow = statement<{ userId: number }>(
  "second_factor_confirm",
  `UPDATE second_factor SET secret = pending, pending = NULL, since = $3, last_step = $4, recovery_hashes = $5::bytea[]
   WHERE user_id = $1 AND pending = $2 RETURNING user_id AS "userId"`,
);
// Two sign-ins with one code: the second update sees the first one's step.
const useStep = statement<{ userId: number }>(
  "second_factor_step",
  `UPDATE second_factor SET last_step = $2 WHERE user_id = $1 AND secret IS NOT NULL AND last_step < $2 RETURNING user_id AS "userId"`,
);
const useRecovery = statement<{ userId: number }>(
  "second_factor_recovery",
  `UPDATE second_factor SET recovery_hashes = array_remove(recovery_hashes, $2)
   WHERE user_id = $1 AND since IS NOT NULL AND $2 = ANY(recovery_hashes) RETURNING user_id AS "userId"`,
);
const replaceRecovery = statement(
  "second_factor_recovery_replace",
  `UPDATE second_factor SET recovery_hashes = $2::bytea[] WHERE user_id = $1 AND since IS NOT NULL`,
);
const deleteRow = statement<{ userId: number }>(
  "second_factor_delete",
  `DELETE FROM second_factor WHERE user_id = $1 RETURNING user_id AS "userId"`,
);

/** Returns the second factor of an account, confirmed or not; null without one. */
export function getSecondFactor(sql: Sql, userId: number): Promise<SecondFactorRow | null> {
  return first(sql.run(readRow, [userId]));
}

/** Stores a sealed secret until a code confirms it; a confirmed one goes on counting. */
export async function putPendingFactor(tx: Sql, userId: number, pending: string): Promise<void> {
  await tx.run(putPending, [userId, pending]);
}

/** Makes a pending secret the account's own, and leaves passkeys; false when another one was begun since. */
export async function confirmSecondFactor(
  tx: Sql,
  userId: number,
  { pending, now, step, recoveryHashes }: ConfirmedFactor,
): Promise<boolean> {
  return (await tx.run(confirmRow, [userId, pending, now, step, recoveryHashes])).length > 0;
}

/** Uses the code of a time step; false when it, or a later one, has been used. */
export async function useCodeStep(sql: Sql, userId: number, step: number): Promise<boolean> {
  return (await sql.run(useStep, [userId, step])).length > 0;
}

/** Uses a recovery code; false when the account has no such code, or no more. */
export async function useRecoveryCode(sql: Sql, userId: number, hash: Buffer): Promise<boolean> {
  return (await sql.run(useRecovery, [userId, hash])).length > 0;
}

/** Gives an account other recovery codes; the ones before are worth nothing. */
export async function replaceRecoveryCodes(tx: Sql, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.run(replaceRecovery, [userId, hashes]);
}

/** Takes the second factor away; false when there was none. */
export async function deleteSecondFactor(tx: Sql, userId: number): Promise<boolean> {
  return (await tx.run(deleteRow, [userId])).length > 0;
}
