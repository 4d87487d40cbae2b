import { first, one, statement, type Sql } from "../sql/index.js";

const readAccount = statement<{ id: number; passwordHash: string }>(
  "account_by_email",
  `SELECT id, password_hash AS "passwordHash" FROM user_account WHERE email = $1 AND deleted_at IS NULL`,
);
const countAccounts = statement<{ n: number }>("account_count", `SELECT count(*)::int AS n FROM user_account`);
const insertFirst = statement<{ id: number }>(
  "account_first",
  `INSERT INTO user_account (id, name, email, password_hash, profile, saturday, sunday, holidays, start_time, end_time, add_contact, edit_contact, del_contact)
   SELECT 1, $1, $2, $3, 'admin', true, true, true, '', '', true, true, true WHERE NOT EXISTS (SELECT 1 FROM user_account)
   ON CONFLICT DO NOTHING RETURNING id`,
);
const moveSequence = statement(
  "account_sequence",
  `SELECT setval(pg_get_serial_sequence('user_account', 'id'), greatest((SELECT max(id) FROM user_account), 1))`,
);

const readUnusedFirst = statement<{ email: string; passwordHash: string }>(
  "account_first_unused",
  `SELECT email, password_hash AS "passwordHash" FROM user_account WHERE id = 1 AND deleted_at IS NULL
     AND NOT EXISTS (SELECT FROM auth_session WHERE user_id = 1) AND NOT EXISTS (SELECT FROM audit_entry WHERE action = 'session.login' AND user_id = 1)`,
);
const changeFirst = statement<{ id: number }>(
  "account_first_change",
  `UPDATE user_account SET email = $1, password_hash = $2
   WHERE id = 1 AND NOT EXISTS (SELECT FROM user_account WHERE email = $1 AND id <> 1) RETURNING id`,
);
const setPassword = statement("account_password", `UPDATE user_account SET password_hash = $2 WHERE id = $1`);

/** The account that an e-mail (lower case) names, with the hash of its password; null for unknown and deleted ones. */
export function getAccountByEmail(sql: Sql, email: string) {
  return first(sql.run(readAccount, [email]));
}

export async function hasAccounts(sql: Sql): Promise<boolean> {
  return (await one(sql.run(countAccounts))).n > 0;
}

/** Makes user 1, the super administrator, where there is nobody yet; false when somebody was faster. */
export async function insertFirstAccount(
  tx: Sql,
  account: { readonly name: string; readonly email: string; readonly passwordHash: string },
): Promise<boolean> {
  if ((await tx.run(insertFirst, [account.name, account.email, account.passwordHash])).length === 0) return false;
  await tx.run(moveSequence);
  return true;
}

/** User 1, while nobody has ever signed in as user 1; null afterwards. */
export function getUnusedFirstAccount(sql: Sql) {
  return first(sql.run(readUnusedFirst));
}

/** Gives user 1 another e-mail (lower case) and password; false when somebody else has that e-mail. */
export async function changeFirstAccount(sql: Sql, account: { readonly email: string; readonly passwordHash: string }): Promise<boolean> {
  return (await sql.run(changeFirst, [account.email, account.passwordHash])).length > 0;
}

export async function setAccountPassword(tx: Sql, id: number, passwordHash: string): Promise<void> {
  await tx.run(setPassword, [id, passwordHash]);
}
