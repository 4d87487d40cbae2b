/** Time of the stand-in: it passes `speed` times faster than real time and can be put forward. */
export interface GraphClock {
  /** The present instant in milliseconds since 1970. */
  now(): number;
  /** Runs `task` after `ms` of this clock and returns what cancels it. */
  after(ms: number, task: () => void): () => void;
  /** Puts the clock forward; whatever is due by then runs now, in order. */
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
  // What is still to come keeps no process alive: the server does, while it runs.
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
