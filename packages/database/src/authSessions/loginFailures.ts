import { one, statement, type Sql } from "../sql/index.js";

/**
 * Recent failures in the three buckets of a sign-in. An age is that of the oldest failure
 * that still counts, in seconds.
 */
export interface LoginFailures extends AddressFailures {
  readonly pair: number;
  readonly pairAge: number;
  readonly account: number;
}

type AddressFailures = Readonly<{ address: number; addressAge: number }>;

export interface LoginBuckets {
  /** Address and account together, 15 minutes. */
  readonly pair: string;
  /** 60 minutes. */
  readonly address: string;
  /** 60 minutes. */
  readonly account: string;
}

// Attempts of one bucket are counted one after the other, so that parallel ones cannot exceed its
// limit.
const lockBucket = statement("login_lock", `SELECT pg_advisory_xact_lock(727003, hashtext($1))`);
const countFailures = statement<LoginFailures>(
  "login_count",
  `SELECT count(*) FILTER (WHERE bucket = $1 AND at > now() - interval '15 minutes')::int AS pair,
     coalesce(extract(epoch FROM now() - min(at) FILTER (WHERE bucket = $1 AND at > now() - interval '15 minutes')), 0)::float AS "pairAge",
     count(*) FILTER (WHERE bucket = $2)::int AS address,
     coalesce(extract(epoch FROM now() - min(at) FILTER (WHERE bucket = $2)), 0)::float AS "addressAge",
     count(*) FILTER (WHERE bucket = $3)::int AS account
   FROM login_failure WHERE bucket IN ($1, $2, $3) AND at > now() - interval '60 minutes'`,
);
const countAddress = statement<AddressFailures>(
  "login_count_address",
  `SELECT count(*)::int AS address, coalesce(extract(epoch FROM now() - min(at)), 0)::float AS "addressAge"
   FROM login_failure WHERE bucket = $1 AND at > now() - interval '60 minutes'`,
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
  await tx.run(lockBucket, [pair]);
  return one(tx.run(countFailures, [pair, address, account]));
}

/** The failures of an address; attempts that end meanwhile wait until the transaction ends. */
export async function countAddressFailures(tx: Sql, { address }: Pick<LoginBuckets, "address">): Promise<AddressFailures> {
  await tx.run(lockBucket, [address]);
  return one(tx.run(countAddress, [address]));
}

/** Counts a failure in some buckets. Returns the time that `forgiveLogin` needs. */
export async function noteLoginFailure(tx: Sql, buckets: readonly string[]): Promise<string> {
  return (await one(tx.run(insertFailures, [buckets]))).at;
}

/**
 * Removes a successful attempt: the pair's bucket is emptied, the other buckets lose this attempt
 * only.
 */
export async function forgiveLogin(sql: Sql, { pair, address, account }: LoginBuckets, at: string): Promise<void> {
  await sql.run(forgivePair, [pair, address, account, at]);
}

export async function deleteOldLoginFailures(sql: Sql): Promise<void> {
  await sql.run(deleteOld);
}
