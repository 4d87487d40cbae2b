/** The stand-in's clock: it runs `speed` times faster than real time and can be advanced. */
export interface GraphClock {
  /** The present instant in milliseconds since 1970. */
  now(): number;
  /** Runs `task` after `ms` of this clock and returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
  /** Advances the clock; tasks that are due by then run now, in order. */
  advance(ms: number): void;
}

interface Waiting {
  readonly due: number;
  readonly task: () => void;
  timer: NodeJS.Timeout;
}

/** A clock that starts at the real time. */
export function createGraphClock(speed = 1): GraphClock {
  const begin = Date.now();
  let offset = 0;
  const waiting = new Set<Waiting>();
  const now = (): number => begin + (Date.now() - begin) * speed + offset;
  const fire = (entry: Waiting): void => {
    clearTimeout(entry.timer);
    if (waiting.delete(entry)) entry.task();
  };
  // Waiting tasks keep no process alive; the server does while it runs.
  const schedule = (entry: Waiting): NodeJS.Timeout => setTimeout(() => fire(entry), Math.max(0, (entry.due - now()) / speed)).unref();
  return {
    now,
    after(ms, task) {
      const entry: Waiting = { due: now() + ms, task, timer: setTimeout(() => undefined, 0) };
      clearTimeout(entry.timer);
      entry.timer = schedule(entry);
      waiting.add(entry);
      return () => {
        clearTimeout(entry.timer);
        waiting.delete(entry);
      };
    },
    advance(ms) {
      offset += ms;
      for (const entry of [...waiting].sort((one, other) => one.due - other.due)) {
        if (entry.due <= now()) fire(entry);
        else {
          clearTimeout(entry.timer);
          entry.timer = schedule(entry);
        }
      }
    },
  };
}

/** An instant in Meta's form. */
export function toSeconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}
