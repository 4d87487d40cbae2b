import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@balcao/contracts/errors";

/** Counts calls and throws ERR_TOO_MANY_REQUESTS beyond the limit. */
export type RateLimit = (key: string) => Promise<void>;

/** So many calls per minute and key, counted in this process's memory; 0 counts nothing (S-65). */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError("ERR_TOO_MANY_REQUESTS", { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)) });
    }
  };
}
