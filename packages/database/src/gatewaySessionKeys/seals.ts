import { one, statement, type Sql } from "../sql/index.js";
import { copyOfKeys } from "./keyCopies.js";

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
