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
