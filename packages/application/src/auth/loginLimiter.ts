import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@balcao/contracts/errors";
import {
  countLoginFailures,
  deleteOldLoginFailures,
  forgiveLogin,
  noteLoginFailure,
  type LoginBuckets,
  type LoginFailures,
} from "@balcao/database/sessions";
import type { Database } from "@balcao/database/sql";
import { networkOf } from "@balcao/platform/http";

const MOST = { pair: 10, address: 50, account: 100 } as const;
const PAIR_SECONDS = 15 * 60;
const ADDRESS_SECONDS = 60 * 60;
const SLOWED_MS = 2_000;

/** A try at signing in, counted as failed until it is forgiven. */
export interface LoginTry {
  readonly forgive: () => Promise<void>;
}

/** Who tries to sign in. `deviceId` is that of a browser which has signed in to this account before. */
export interface LoginTrial {
  readonly ip: string | null;
  readonly email: string | null;
  readonly deviceId: string | null;
}

/**
 * Counts a try in three buckets (S-06, C-8): address and account, address alone, account alone. The first two refuse with 429; an account
 * that many addresses try is only slowed down, because a lock would let strangers lock people out. A known device is counted
 * by itself instead of by its address, so that only its own failures refuse it.
 */
export async function beginLogin(database: Database, { ip, email, deviceId }: LoginTrial): Promise<LoginTry> {
  const buckets = deviceId === null ? bucketsOfAddress(networkOf(ip), email ?? "") : bucketsOfDevice(deviceId, email ?? "");
  const { at, failures } = await countTry(database, buckets);
  if (deviceId === null && failures.account >= MOST.account) await sleep(SLOWED_MS);
  return {
    forgive: async () => {
      await forgiveLogin(database.sql, buckets, at);
      await deleteOldLoginFailures(database.sql);
    },
  };
}

/**
 * Counts a try at making an account for oneself: ten from an address in 15 minutes, good ones too, since each makes a row (D-014). Throws
 * ERR_TOO_MANY_REQUESTS.
 */
export async function countSignUp(database: Database, ip: string | null): Promise<void> {
  const address = digest(networkOf(ip));
  await countTry(database, { pair: `signup ${address}`, address: `signup hour ${address}`, account: "signup" });
  await deleteOldLoginFailures(database.sql);
}

function countTry(database: Database, buckets: LoginBuckets): Promise<{ readonly at: string; readonly failures: LoginFailures }> {
  return database.transaction(async (tx) => {
    const failures = await countLoginFailures(tx, buckets);
    if (failures.pair >= MOST.pair) throw tooMany(PAIR_SECONDS - failures.pairAge);
    if (failures.address >= MOST.address) throw tooMany(ADDRESS_SECONDS - failures.addressAge);
    return { at: await noteLoginFailure(tx, buckets), failures };
  });
}

// Hashed, because a bucket outlives the try and need not tell who it was.
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
