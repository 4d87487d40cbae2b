import { first, statement, type Sql } from "../sql/index.js";

/** Whom a provider means by a subject. */
interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
}

const read = statement<{ userId: number }>(
  "provider_identity_read",
  `SELECT user_id AS "userId" FROM provider_identity WHERE issuer = $1 AND subject = $2`,
);
const put = statement<{ userId: number }>(
  "provider_identity_put",
  `INSERT INTO provider_identity (issuer, subject, user_id, since) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`,
);
const deleteOfUser = statement("provider_identity_delete", `DELETE FROM provider_identity WHERE user_id = $1`);
const use = statement<{ id: string }>(
  "used_sign_in_put",
  `WITH old AS (DELETE FROM used_sign_in WHERE id IN (SELECT id FROM used_sign_in WHERE ends_at < $3 LIMIT 100))
   INSERT INTO used_sign_in (id, ends_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id`,
);

/** The account that belongs to a subject of a provider; null where none does. */
export async function findByProvider(sql: Sql, { issuer, subject }: ProviderIdentity): Promise<number | null> {
  return (await first(sql.run(read, [issuer, subject])))?.userId ?? null;
}

/** Links an account with a subject; false when one of both is linked already. */
export async function linkProvider(tx: Sql, userId: number, { issuer, subject }: ProviderIdentity, now: Date): Promise<boolean> {
  return (await tx.run(put, [issuer, subject, userId, now])).length > 0;
}

/** Forgets which subjects belong to an account; the next sign-in links by the e-mail again. */
export async function unlinkProviders(tx: Sql, userId: number): Promise<void> {
  await tx.run(deleteOfUser, [userId]);
}

/** Uses a sign-in that is under way; false when it has been used. `until`: from then on it would count no more anyway. */
export async function markSignInUsed(sql: Sql, id: string, until: Date, now: Date): Promise<boolean> {
  return (await sql.run(use, [id, until, now])).length > 0;
}
