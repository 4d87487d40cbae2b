import { first, statement, type Sql } from "../sql/index.js";

/** A link by which an account's person chooses a password. */
interface PasswordLink {
  readonly userId: number;
  readonly tokenHash: Buffer;
  readonly now: Date;
  readonly until: Date;
  /** An account that got one later than this gets none. */
  readonly unlessSince: Date;
}

const put = statement<{ userId: number }>(
  "password_link_put",
  `INSERT INTO password_link (user_id, token_hash, made_at, ends_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, made_at = excluded.made_at, ends_at = excluded.ends_at
     WHERE password_link.made_at <= $5 RETURNING user_id AS "userId"`,
);
const read = statement<{ userId: number }>(
  "password_link_read",
  `SELECT user_id AS "userId" FROM password_link WHERE token_hash = $1 AND ends_at > $2`,
);
const take = statement<{ userId: number }>(
  "password_link_take",
  `DELETE FROM password_link WHERE token_hash = $1 AND ends_at > $2 RETURNING user_id AS "userId"`,
);

const end = statement("password_link_end", `DELETE FROM password_link WHERE user_id = $1`);

/** Gives an account a new link in place of the earlier one; false when it has had one just now. */
export async function putPasswordLink(sql: Sql, { userId, tokenHash, now, until, unlessSince }: PasswordLink): Promise<boolean> {
  return (await sql.run(put, [userId, tokenHash, now, until, unlessSince])).length > 0;
}

/** The account of a link that has not ended; null without one. */
export async function findPasswordLink(sql: Sql, tokenHash: Buffer, now: Date): Promise<number | null> {
  return (await first(sql.run(read, [tokenHash, now])))?.userId ?? null;
}

/** Uses a link up; false when it was used or has ended. */
export async function takePasswordLink(tx: Sql, tokenHash: Buffer, now: Date): Promise<boolean> {
  return (await tx.run(take, [tokenHash, now])).length > 0;
}

/** Ends the link of an account, if it has one. */
export async function endPasswordLink(tx: Sql, userId: number): Promise<void> {
  await tx.run(end, [userId]);
}
