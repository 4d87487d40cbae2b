import { first, one, statement, type Sql } from "../sql/index.js";

const readAccount = statement<{ id: number; passwordHash: string; temporaryUntil: Date | null }>(
  "account_by_email",
  `SELECT id, password_hash AS "passwordHash", temporary_until AS "temporaryUntil" FROM user_account WHERE email = $1 AND deleted_at IS NULL`,
);
const countAccounts = statement<{ n: number }>("account_count", `SELECT count(*)::int AS n FROM user_account`);
const insertFirst = statement<{ id: number }>(
  "account_first",
  `INSERT INTO user_account (id, name, email, password_hash, must_change_password, profile, saturday, sunday, holidays, start_time, end_time, add_contact, edit_contact, del_contact)
   SELECT 1, $1, $2, $3, $4, 'admin', true, true, true, '', '', true, true, true WHERE NOT EXISTS (SELECT 1 FROM user_account)
   ON CONFLICT DO NOTHING RETURNING id`,
);
const moveSequence = statement(
  "account_sequence",
  `SELECT setval(pg_get_serial_sequence('user_account', 'id'), greatest((SELECT max(id) FROM user_account), 1))`,
);

// An archived year may have had the sign-ins.
const readUnusedFirst = statement<{ email: string; passwordHash: string }>(
  "account_first_unused",
  `SELECT email, password_hash AS "passwordHash" FROM user_account WHERE id = 1 AND deleted_at IS NULL
     AND NOT EXISTS (SELECT FROM auth_session WHERE user_id = 1) AND NOT EXISTS (SELECT FROM audit_entry WHERE action = 'session.login' AND user_id = 1)
     AND NOT EXISTS (SELECT FROM audit_archive)`,
);
const changeFirst = statement<{ id: number }>(
  "account_first_change",
  `WITH links AS (DELETE FROM password_link WHERE user_id = 1)
   UPDATE user_account SET email = $1, password_hash = $2, must_change_password = false
   WHERE id = 1 AND NOT EXISTS (SELECT FROM user_account WHERE email = $1 AND id <> 1) RETURNING id`,
);
// A link that was mailed before counts no more: somebody else may have the mailbox, or may have asked for it.
const setPassword = statement(
  "account_password",
  `WITH links AS (DELETE FROM password_link WHERE user_id = $1)
   UPDATE user_account SET password_hash = $2, must_change_password = false, temporary_until = NULL WHERE id = $1`,
);
const setTemporary = statement(
  "account_password_temporary",
  `WITH links AS (DELETE FROM password_link WHERE user_id = $1)
   UPDATE user_account SET password_hash = $2, must_change_password = true, temporary_until = $3 WHERE id = $1`,
);
// The row stays for the history; nothing leads work to it any more.
const remove = statement<{ id: number }>(
  "account_remove",
  `WITH gone AS (UPDATE user_account SET deleted_at = $2, status = 'offline' WHERE id = $1 AND deleted_at IS NULL RETURNING id),
     queues AS (DELETE FROM user_queue USING gone WHERE user_id = gone.id),
     links AS (DELETE FROM password_link USING gone WHERE user_id = gone.id),
     identities AS (DELETE FROM provider_identity USING gone WHERE user_id = gone.id),
     factors AS (DELETE FROM second_factor USING gone WHERE user_id = gone.id),
     substitutions AS (DELETE FROM user_substitution USING gone WHERE user_id = gone.id OR substitute_id = gone.id),
     attendants AS (DELETE FROM queue_attendant USING gone WHERE user_id = gone.id),
     redirects AS (DELETE FROM contact_redirect USING gone WHERE user_id = gone.id),
     redirected AS (DELETE FROM contact_redirect_user USING gone WHERE user_id = gone.id)
   SELECT id FROM gone`,
);
const readHash = statement<{ passwordHash: string }>(
  "account_hash",
  `SELECT password_hash AS "passwordHash" FROM user_account WHERE id = $1 AND deleted_at IS NULL`,
);
const lockHash = statement<{ passwordHash: string }>(
  "account_hash_lock",
  `SELECT password_hash AS "passwordHash" FROM user_account WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
);

/**
 * Returns the id and password hash of an account by its lower-case e-mail, and until when a temporary password signs in; null for
 * unknown and deleted ones.
 */
export function getAccountByEmail(sql: Sql, email: string) {
  return first(sql.run(readAccount, [email]));
}

export async function hasAccounts(sql: Sql): Promise<boolean> {
  return (await one(sql.run(countAccounts))).n > 0;
}

/**
 * Creates user 1, the super administrator, if there is no account yet; false when another process
 * was faster.
 */
export async function insertFirstAccount(
  tx: Sql,
  account: { readonly name: string; readonly email: string; readonly passwordHash: string; readonly mustChange: boolean },
): Promise<boolean> {
  if ((await tx.run(insertFirst, [account.name, account.email, account.passwordHash, account.mustChange])).length === 0) return false;
  await tx.run(moveSequence);
  return true;
}

/** Returns user 1 until somebody has signed in as user 1; null afterwards. */
export function getUnusedFirstAccount(sql: Sql) {
  return first(sql.run(readUnusedFirst));
}

/**
 * Changes the e-mail (lower case) and password of user 1; false when another account has that
 * e-mail.
 */
export async function changeFirstAccount(sql: Sql, account: { readonly email: string; readonly passwordHash: string }): Promise<boolean> {
  return (await sql.run(changeFirst, [account.email, account.passwordHash])).length > 0;
}

/** The hash of an account's password; null when the account is gone. */
export async function getPasswordHash(sql: Sql, id: number): Promise<string | null> {
  return (await first(sql.run(readHash, [id])))?.passwordHash ?? null;
}

/** The same, with the account locked until the transaction ends. */
export async function lockPasswordHash(tx: Sql, id: number): Promise<string | null> {
  return (await first(tx.run(lockHash, [id])))?.passwordHash ?? null;
}

/** Gives an account another password, which need not be changed first. */
export async function setAccountPassword(tx: Sql, id: number, passwordHash: string): Promise<void> {
  await tx.run(setPassword, [id, passwordHash]);
}

/** A password that must be changed first, and until when it signs in. */
interface TemporaryPassword {
  readonly passwordHash: string;
  readonly until: Date;
}

/** Gives an account a password that must be changed first. */
export async function setTemporaryPassword(tx: Sql, id: number, { passwordHash, until }: TemporaryPassword): Promise<void> {
  await tx.run(setTemporary, [id, passwordHash, until]);
}

/** Marks an account as deleted and removes it from queues and substitutions; false when it was deleted before. */
export async function removeAccount(tx: Sql, id: number, now: Date): Promise<boolean> {
  return (await tx.run(remove, [id, now])).length > 0;
}
