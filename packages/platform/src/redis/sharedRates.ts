import type { Clock } from "../clock/index.js";
import type { RedisLink } from "./redis.js";

const MINUTE_MS = 60_000;
const SHARE_EVERY_MS = 100;

/** Limits per minute that all processes with one Redis count together. */
export type SharedRates = Readonly<{
  /**
   * Counts one call of `key` and returns null. After `perMinute` calls within the last minute it
   * counts nothing and returns the milliseconds until the next try.
   */
  take: (key: string, perMinute: number) => number | null;
  close: () => void;
}>;

interface Count {
  /**
   * Calls of all processes that Redis has; `unshared` are calls of this process that it does not
   * have yet.
   */
  shared: number;
  unshared: number;
  previous: number;
}

/**
 * A caller never waits for Redis: it is judged by the current counts, and its own calls are shared
 * 100 ms later, so several processes together allow slightly more than the limit; without Redis each
 * process counts alone. The minute slides, so that its start does not allow twice the limit.
 */
export function createSharedRates({ redis, clock }: { readonly redis: RedisLink; readonly clock: Clock }): SharedRates {
  let minute = 0;
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;

  const startMinute = (now: number): void => {
    const present = Math.floor(now / MINUTE_MS);
    if (present === minute) return;
    const before = present === minute + 1 ? counts : new Map<string, Count>();
    minute = present;
    counts = new Map([...before].map(([key, { shared, unshared }]) => [key, { shared: 0, unshared: 0, previous: shared + unshared }]));
  };

  const share = async (): Promise<void> => {
    timer = undefined;
    const [sharedMinute, shared] = [minute, counts];
    const added = [...shared].filter(([, { unshared }]) => unshared > 0).map(([key, { unshared }]) => ({ key, count: unshared }));
    const totals = await redis.addCounts(sharedMinute, added);
    added.forEach(({ key, count: own }, index) => {
      const count = shared.get(key);
      if (!count) return;
      const total = totals?.[index];
      count.unshared -= own;
      count.shared = Math.max(count.shared + own, total?.present ?? 0);
      count.previous = Math.max(count.previous, total?.previous ?? 0);
    });
  };

  return Object.freeze({
    take: (key, perMinute) => {
      const now = clock.now().getTime();
      startMinute(now);
      const count = counts.get(key) ?? { shared: 0, unshared: 0, previous: 0 };
      const gone = (now % MINUTE_MS) / MINUTE_MS;
      const present = count.shared + count.unshared;
      if (present + Math.ceil(count.previous * (1 - gone)) >= perMinute) {
        const free = perMinute - present - 1;
        const until = free < 0 ? 1 : 1 - free / Math.max(1, count.previous);
        return Math.max(1_000, (until - gone) * MINUTE_MS);
      }
      count.unshared += 1;
      counts.set(key, count);
      timer ??= setTimeout(() => void share(), SHARE_EVERY_MS).unref();
      return null;
    },
    close: () => clearTimeout(timer),
  });
}
