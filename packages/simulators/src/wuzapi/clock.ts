/** The stand-in's clock: real instants, and protocol delays that may run faster. */
export interface SimulatorClock {
  /** The present instant in milliseconds since 1970. */
  now(): number;
  /** Runs `task` after `ms` protocol milliseconds and returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/**
 * A clock whose protocol delays (validity of QR codes, webhook retries) pass `speed` times faster
 * than real time.
 */
export function createClock(speed = 1): SimulatorClock {
  return {
    now: () => Date.now(),
    after(ms, task) {
      const timer = setTimeout(task, ms / speed);
      return () => clearTimeout(timer);
    },
  };
}
