import { one, statement, type Sql } from "../sql/index.js";

/** How often the three buckets of a login failed lately (S-06); an age in seconds is that of the oldest failure that still counts. */
export interface LoginFailures {
  readonly pair: number;
  readonly pairAge: number;
  readonly address: number;
  readonly addressAge: number;
  readonly account: number;
}

export interface LoginBuckets {
  /** Address and account together, 15 minutes. */
  readonly pair: string;
  /** 60 minutes. */
  readonly address: string;
  /** 60 minutes. */
  readonly account: string;
}

// Tries at one account from one address are counted one after the other, so that parallel ones cannot slip through together.
const lockPair = statement("login_lock", `SELECT pg_advisory_xact_lock(727003, hashtext($1))`);
const countFailures = statement<LoginFailures>(
  "login_count",
  `SELECT count(*) FILTER (WHERE bucket = $1 AND at > now() - interval '15 minutes')::int AS pair,
     coalesce(extract(epoch FROM now() - min(at) FILTER (WHERE bucket = $1 AND at > now() - interval '15 minutes')), 0)::float AS "pairAge",
     count(*) FILTER (WHERE bucket = $2)::int AS address,
     coalesce(extract(epoch FROM now() - min(at) FILTER (WHERE bucket = $2)), 0)::float AS "addressAge",
     count(*) FILTER (WHERE bucket = $3)::int AS account
   FROM login_failure WHERE bucket IN ($1, $2, $3) AND at > now() - interval '60 minutes'`,
);
const insertFailures = statement<{ at: string }>(
  "login_note",
  `INSERT INTO login_failure (bucket, at) SELECT bucket, now() FROM unnest($1::text[]) bucket RETURNING at::text`,
);
const forgivePair = statement(
  "login_forgive",
  `DELETE FROM login_failure WHERE bucket = $1 OR (bucket IN ($2, $3) AND at = $4::timestamptz)`,
);
const deleteOld = statement("login_retention", `DELETE FROM login_failure WHERE at < now() - interval '60 minutes'`);

export async function countLoginFailures(tx: Sql, { pair, address, account }: LoginBuckets): Promise<LoginFailures> {
  await tx.run(lockPair, [pair]);
  return one(tx.run(countFailures, [pair, address, account]));
}

/** Counts a try as failed before it is judged; answers the instant that `forgiveLogin` takes back. */
export async function noteLoginFailure(tx: Sql, { pair, address, account }: LoginBuckets): Promise<string> {
  return (await one(tx.run(insertFailures, [[pair, address, account]]))).at;
}

/** The try was right after all: the pair begins anew, this try leaves the other buckets. */
export async function forgiveLogin(sql: Sql, { pair, address, account }: LoginBuckets, at: string): Promise<void> {
  await sql.run(forgivePair, [pair, address, account, at]);
}

export async function deleteOldLoginFailures(sql: Sql): Promise<void> {
  await sql.run(deleteOld);
}
