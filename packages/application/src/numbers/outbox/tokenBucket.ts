import type { Clock } from "@balcao/platform/clock";

/** Limits how many hand-offs a connection may make now. */
export interface TokenBucket {
  available(): number;
  take(n: number): void;
}

/** Creates a bucket of `burst` tokens that refills with `perSecond` tokens per second. */
export function createTokenBucket({ perSecond, burst }: { readonly perSecond: number; readonly burst: number }, clock: Clock): TokenBucket {
  let tokens = burst;
  let at = clock.monotonic();
  const refill = (): void => {
    const now = clock.monotonic();
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
    at = now;
  };
  return {
    available: () => {
      refill();
      return Math.floor(tokens);
    },
    take: (n) => {
      refill();
      tokens -= n;
    },
  };
}
