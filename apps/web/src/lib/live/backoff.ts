/** The longest waits before the first try and before each later one, in milliseconds. */
const FIRST_WAIT_MS = 1_500;
const LATER_WAIT_MS = 4_000;

/**
 * Runs `retry` after waits, one at a time. Each wait is drawn between a half and the whole of the longest one: a thousand browsers
 * that lost their server together come back within four seconds of its return, and not in the same moment (D-259).
 */
export function createBackoff(retry: () => void, random: () => number = Math.random, now: () => number = Date.now) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let givenMs: number | null = null;
  return {
    /** Sets the next wait, in milliseconds, in place of the drawn one. */
    next(milliseconds: number): void {
      givenMs = milliseconds;
    },
    /** Plans the next try; returns its instant, in milliseconds. */
    plan(): number {
      clearTimeout(timer);
      const longestMs = failures === 0 ? FIRST_WAIT_MS : LATER_WAIT_MS;
      const waitMs = givenMs ?? longestMs * (0.5 + random() / 2);
      if (givenMs === null) failures += 1;
      givenMs = null;
      timer = setTimeout(retry, waitMs);
      return now() + waitMs;
    },
    /** Drops the planned try; the next wait is not the first one again. */
    cancel(): void {
      clearTimeout(timer);
    },
    /** The next wait is the first one again. */
    reset(): void {
      failures = 0;
    },
  };
}

export type Backoff = ReturnType<typeof createBackoff>;
