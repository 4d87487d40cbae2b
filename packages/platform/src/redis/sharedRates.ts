import type { Clock } from "../clock/index.js";
import type { RedisLink } from "./redis.js";

const MINUTE_MS = 60_000;
const SHARE_EVERY_MS = 100;

/** Limits per minute that all processes on one Redis count together. */
export type SharedRates = Readonly<{
  /**
   * Counts one more of `key`, unless there were `perMinute` within the last minute; then it is not counted, and the answer
   * is the milliseconds until it may be tried again. Null means that it was counted.
   */
  take: (key: string, perMinute: number) => number | null;
  close: () => void;
}>;

interface Count {
  /** Of all processes, as far as Redis has told, and of this one what Redis does not have yet. */
  known: number;
  unshared: number;
  previous: number;
}

/**
 * A caller never waits for Redis: it is judged by what is known, and what it adds is exchanged 100 ms later. So several
 * processes let through a little more than one; without Redis each counts for itself. The minute slides, so that its turn
 * does not let twice as many through.
 */
export function createSharedRates({ redis, clock }: { readonly redis: RedisLink; readonly clock: Clock }): SharedRates {
  let minute = 0;
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;

  const turn = (now: number): void => {
    const present = Math.floor(now / MINUTE_MS);
    if (present === minute) return;
    const before = present === minute + 1 ? counts : new Map<string, Count>();
    minute = present;
    counts = new Map([...before].map(([key, { known, unshared }]) => [key, { known: 0, unshared: 0, previous: known + unshared }]));
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
      count.known = Math.max(count.known + own, total?.present ?? 0);
      count.previous = Math.max(count.previous, total?.previous ?? 0);
    });
  };

  return Object.freeze({
    take: (key, perMinute) => {
      const now = clock.now().getTime();
      turn(now);
      const count = counts.get(key) ?? { known: 0, unshared: 0, previous: 0 };
      const gone = (now % MINUTE_MS) / MINUTE_MS;
      const present = count.known + count.unshared;
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
