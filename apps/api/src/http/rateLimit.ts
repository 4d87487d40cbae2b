import { AppError } from "@balcao/contracts/errors";
import { systemClock } from "@balcao/platform/clock";
import { createSilentLogger } from "@balcao/platform/logger";
import { createRedis, createSharedRates, type SharedRates } from "@balcao/platform/redis";

/** Counts calls and throws ERR_TOO_MANY_REQUESTS beyond the limit. */
export type RateLimit = (key: string) => Promise<void>;

/**
 * Allows `perMinute` calls per minute and key; 0 means no limit (S-65). Counts in this process only unless `rates` are shared;
 * `name` separates the limits that use the same rates.
 */
export function createRateLimit(perMinute: number, rates: SharedRates = ownRates(), name = "calls"): RateLimit {
  if (perMinute === 0) return async () => undefined;
  return async (key) => {
    const waitMs = rates.take(`${name}:${key}`, perMinute);
    if (waitMs !== null) throw new AppError("ERR_TOO_MANY_REQUESTS", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
  };
}

function ownRates(): SharedRates {
  return createSharedRates({ redis: createRedis(undefined, createSilentLogger()), clock: systemClock });
}
