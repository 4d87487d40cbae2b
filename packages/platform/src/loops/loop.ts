import type { Logger } from "../logger/index.js";
import { logFailure, logReturn } from "./outages.js";

const firstBackOffMs = 250;
// Short enough to recover within 15 s after PostgreSQL is back, long enough not to load it.
const longestBackOffMs = 4_000;

/** Returns how long a loop pauses after so many consecutive failures, in milliseconds. */
export const backOffAfter = (failures: number): number => Math.min(longestBackOffMs, firstBackOffMs * 2 ** (failures - 1));

/** A background loop that drains due work until none is left. */
export type Loop = Readonly<{
  /** Begins with a pass at once; a second call does nothing. */
  start: () => void;
  /**
   * Starts a pass now, or once more after the running one, because there may be work. Does nothing
   * before start or after stop.
   */
  wake: () => void;
  /** Resolves when the running batch has ended; no other begins afterwards. */
  stop: () => Promise<void>;
}>;

export type LoopOptions = Readonly<{
  name: string;
  /** One batch. True or a number above 0 means that there may be more. */
  work: () => Promise<boolean | number>;
  /** Pause in milliseconds before a pass without a wake, because wake-ups can be lost. A function is asked before each pause. */
  idleMs: number | (() => number);
  /** While passes find nothing and no wake comes, the pause doubles up to this many milliseconds. Without it, the pause stays the same. */
  longestIdleMs?: number;
  logger: Logger;
  /** Stops the loop when aborted. */
  signal?: AbortSignal;
}>;

/**
 * A loop whose passes never overlap: a wake during a pass causes one more pass. Errors are logged,
 * followed by a growing pause (250 ms to 4 s) that no wake shortens, and never end the loop.
 */
export function createLoop({ name, work, logger, signal, ...pauses }: LoopOptions): Loop {
  let state: "new" | "running" | "stopped" = "new";
  let failures = 0;
  let quietPasses = 0;
  let running: Promise<void> = Promise.resolve();
  const pause = createPause(() => state === "stopped");
  const passes = createPasses(work, () => state === "running");

  const run = async (): Promise<void> => {
    while (state === "running") {
      try {
        quietPasses = (await passes.drain()) ? quietPasses + 1 : 0;
        if (failures > 0) logReturn(logger);
        failures = 0;
        if (state === "running") await pause.begin(idleAfter(pauses, quietPasses), true);
      } catch (error) {
        failures += 1;
        const backOffMs = backOffAfter(failures);
        logFailure(logger, error, { facts: { loop: name, failures, backOffMs }, words: "a pass of the loop failed; it will try again" });
        if (state === "running") await pause.begin(backOffMs, false);
      }
    }
  };

  const stop = async (): Promise<void> => {
    state = "stopped";
    signal?.removeEventListener("abort", onAbort);
    pause.end();
    await running;
  };
  const onAbort = (): void => void stop();

  return Object.freeze({
    start: () => {
      if (state !== "new") return;
      if (signal?.aborted === true) {
        state = "stopped";
        return;
      }
      signal?.addEventListener("abort", onAbort, { once: true });
      state = "running";
      running = run();
    },
    wake: () => {
      if (state !== "running") return;
      passes.wake();
      pause.end();
    },
    stop,
  });
}

function createPasses(work: LoopOptions["work"], isRunning: () => boolean) {
  let isWoken = false;
  return {
    /** Adds one pass, because there may be work. */
    wake: (): void => void (isWoken = true),
    /** Works until nothing is left. Returns whether it was one pass without a wake that found nothing. */
    drain: async (): Promise<boolean> => {
      let isQuiet = true;
      let isMore = true;
      while ((isMore || isWoken) && isRunning()) {
        if (isWoken) isQuiet = false;
        isWoken = false;
        isMore = Number(await work()) > 0;
        if (isMore) isQuiet = false;
      }
      return isQuiet;
    },
  };
}

/** The pause after so many passes in a row that have found nothing, in milliseconds. */
function idleAfter({ idleMs, longestIdleMs = 0 }: Pick<LoopOptions, "idleMs" | "longestIdleMs">, quietPasses: number): number {
  const shortest = typeof idleMs === "number" ? idleMs : idleMs();
  return Math.max(shortest, Math.min(longestIdleMs, shortest * 2 ** (quietPasses - 1)));
}

/** One pause at a time. `end` ends it when it began with `wakes`, or when the loop has stopped. */
function createPause(isStopped: () => boolean) {
  let endPause: (() => void) | undefined;
  return {
    begin: (milliseconds: number, wakes: boolean): Promise<void> =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          endPause = undefined;
          resolve();
        };
        const timer = setTimeout(end, milliseconds);
        endPause = () => {
          if (wakes || isStopped()) end();
        };
      }),
    end: (): void => endPause?.(),
  };
}
