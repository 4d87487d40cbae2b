import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@balcao/contracts/errors";
import {
  countAddressFailures,
  countLoginFailures,
  deleteOldLoginFailures,
  forgiveLogin,
  noteLoginFailure,
  type LoginBuckets,
  type LoginFailures,
} from "@balcao/database/authSessions";
import type { Database } from "@balcao/database/sql";
import { networkOf } from "@balcao/platform/http";

const MOST = { pair: 10, address: 50, account: 100 } as const;
const PAIR_SECONDS = 15 * 60;
const ADDRESS_SECONDS = 60 * 60;
const SLOWED_MS = 2_000;

/** A try of a password. It counts as failed until `forgive` is called. */
interface PasswordAttempt {
  readonly forgive: () => Promise<void>;
}

/** A sign-in attempt whose password is being checked. */
interface LoginAttempt {
  /**
   * Ends the attempt. Throws ERR_TOO_MANY_REQUESTS, whether the password was right or not, when too
   * many others of the address have failed meanwhile.
   */
  readonly end: (isRight: boolean) => Promise<void>;
}

/**
 * Who tries to sign in. `deviceId` is set for a browser that has signed in to this account before.
 */
export interface LoginSource {
  readonly ip: string | null;
  readonly email: string | null;
  readonly deviceId: string | null;
}

/**
 * Counts an attempt in three buckets [C-8]: address and account, address alone, account alone.
 * The first two refuse with 429; a full account bucket only delays, because a lock would let others
 * lock people out; a known device is counted under its id instead of its address.
 */
export async function beginLogin(database: Database, { ip, email, deviceId }: LoginSource): Promise<LoginAttempt> {
  const buckets = deviceId === null ? bucketsOfAddress(networkOf(ip), email ?? "") : bucketsOfDevice(deviceId, email ?? "");
  // Guesses at one account are counted while they are checked, so that parallel ones cannot exceed the limit. An address counts what
  // has failed: a hundred people behind one may sign in at the same time.
  const { at, failures } = await countAttempt(database, buckets, [buckets.pair, buckets.account]);
  if (deviceId === null && failures.account >= MOST.account) await sleep(SLOWED_MS);
  return {
    end: async (isRight) => {
      await database.transaction(async (tx) => {
        refuseFullAddress(await countAddressFailures(tx, buckets));
        if (isRight) await forgiveLogin(tx, buckets, at);
        else await noteLoginFailure(tx, [buckets.address]);
      });
      if (isRight) await deleteOldLoginFailures(database.sql);
    },
  };
}

/**
 * Counts a sign-up: at most ten per address in 15 minutes, successful ones included, because each
 * creates a row [D-014]. Throws ERR_TOO_MANY_REQUESTS.
 */
export async function countSignUp(database: Database, ip: string | null): Promise<void> {
  const address = digest(networkOf(ip));
  const buckets = { pair: `signup ${address}`, address: `signup hour ${address}`, account: "signup" };
  await countAttempt(database, buckets, Object.values(buckets));
  await deleteOldLoginFailures(database.sql);
}

/** Counts that somebody asks for a link to a new password: at most ten per address in 15 minutes. Throws ERR_TOO_MANY_REQUESTS. */
export async function countLinkRequest(database: Database, ip: string | null): Promise<void> {
  const address = digest(networkOf(ip));
  const buckets = { pair: `link ${address}`, address: `link hour ${address}`, account: "link" };
  await countAttempt(database, buckets, Object.values(buckets));
  await deleteOldLoginFailures(database.sql);
}

/**
 * Counts an attempt to confirm the own password by a person who is signed in: ten in 15 minutes, so
 * that whoever holds a token cannot guess it. Throws ERR_TOO_MANY_REQUESTS.
 */
export async function beginPasswordAttempt(database: Database, userId: number): Promise<PasswordAttempt> {
  const buckets = { pair: `own password ${userId}`, address: `own password hour ${userId}`, account: "own password" };
  const { at } = await countAttempt(database, buckets, Object.values(buckets));
  return { forgive: () => forgiveLogin(database.sql, buckets, at) };
}

/**
 * Counts a code of a second factor: ten wrong ones in 15 minutes and fifty in an hour for an account, from wherever, so that six digits
 * cannot be guessed by who knows the password. Throws ERR_TOO_MANY_REQUESTS.
 */
export async function beginCodeAttempt(database: Database, userId: number): Promise<PasswordAttempt> {
  const buckets = { pair: `code ${userId}`, address: `code hour ${userId}`, account: "code" };
  const { at } = await countAttempt(database, buckets, Object.values(buckets));
  return { forgive: () => forgiveLogin(database.sql, buckets, at) };
}

/** Refuses when a bucket is full; otherwise counts the attempt as failed in the buckets of `noted`. */
function countAttempt(
  database: Database,
  buckets: LoginBuckets,
  noted: readonly string[],
): Promise<{ readonly at: string; readonly failures: LoginFailures }> {
  return database.transaction(async (tx) => {
    const failures = await countLoginFailures(tx, buckets);
    if (failures.pair >= MOST.pair) throw tooMany(PAIR_SECONDS - failures.pairAge);
    refuseFullAddress(failures);
    return { at: await noteLoginFailure(tx, noted), failures };
  });
}

function refuseFullAddress({ address, addressAge }: Pick<LoginFailures, "address" | "addressAge">): void {
  if (address >= MOST.address) throw tooMany(ADDRESS_SECONDS - addressAge);
}

// Hashed, because a bucket is kept after the attempt and need not name the person.
const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 24);

const pairOf = (where: string, email: string): string => digest(JSON.stringify([where, email]));

function bucketsOfAddress(network: string, email: string): LoginBuckets {
  return { pair: `pair ${pairOf(network, email)}`, address: `address ${digest(network)}`, account: `account ${digest(email)}` };
}

function bucketsOfDevice(deviceId: string, email: string): LoginBuckets {
  return { pair: `device pair ${pairOf(deviceId, email)}`, address: `device ${digest(deviceId)}`, account: `account ${digest(email)}` };
}

function tooMany(seconds: number): AppError {
  return new AppError("ERR_TOO_MANY_REQUESTS", { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}
