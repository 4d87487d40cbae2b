import { AppError } from "@balcao/contracts/errors";
import { systemClock } from "@balcao/platform/clock";
import { createSilentLogger } from "@balcao/platform/logger";
import { createRedis, createSharedRates, type SharedRates } from "@balcao/platform/redis";

/** Counts calls and throws the code of its limit beyond it. */
export type RateLimit = (key: string) => Promise<void>;

/**
 * Allows `perMinute` calls per minute and key; 0 means no limit (S-65). Counts in this process only unless `rates` are shared;
 * `name` separates the limits that use the same rates.
 */
export function createRateLimit(
  perMinute: number,
  rates: SharedRates = ownRates(),
  name = "calls",
  code: "ERR_TOO_MANY_REQUESTS" | "ERR_TOO_MANY_CALLS" = "ERR_TOO_MANY_REQUESTS",
): RateLimit {
  if (perMinute === 0) return async () => undefined;
  return async (key) => {
    const waitMs = rates.take(`${name}:${key}`, perMinute);
    if (waitMs !== null) throw new AppError(code, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
  };
}

/** A screen reads many things at once, and a person changes one after the other. */
const READS_PER_CHANGE = 5;

/** The limits of a signed-in person's calls: what only reads is counted apart from what changes something [D-421]. */
export function createCallLimits(perMinute: number, rates: SharedRates): Readonly<Record<"reads" | "changes", RateLimit>> {
  return {
    reads: createRateLimit(perMinute * READS_PER_CHANGE, rates, "reads", "ERR_TOO_MANY_CALLS"),
    changes: createRateLimit(perMinute, rates, "calls", "ERR_TOO_MANY_CALLS"),
  };
}

function ownRates(): SharedRates {
  return createSharedRates({ redis: createRedis(undefined, createSilentLogger()), clock: systemClock });
}
