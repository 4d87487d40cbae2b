/** The waits before one try after another, in seconds; the last one stays. */
const BACKOFF_SECONDS = [1, 2, 5, 10, 30] as const;

/** Runs `retry` after growing waits, one at a time. */
export function createBackoff(retry: () => void) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let givenMs: number | null = null;
  return {
    /** Sets the next wait, in milliseconds, in place of the growing one. */
    next(milliseconds: number): void {
      givenMs = milliseconds;
    },
    /** Plans the next try; returns its instant, in milliseconds. */
    plan(): number {
      clearTimeout(timer);
      const seconds = BACKOFF_SECONDS[Math.min(failures, BACKOFF_SECONDS.length - 1)] ?? 30;
      const waitMs = givenMs ?? seconds * 1000;
      if (givenMs === null) failures += 1;
      givenMs = null;
      timer = setTimeout(retry, waitMs);
      return Date.now() + waitMs;
    },
    /** Drops the planned try; the waits go on from where they were. */
    cancel(): void {
      clearTimeout(timer);
    },
    /** The next wait is the shortest one again. */
    reset(): void {
      failures = 0;
    },
  };
}

export type Backoff = ReturnType<typeof createBackoff>;
