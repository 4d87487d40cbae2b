import type { Logger } from "../logger/index.js";

const firstBackOffMs = 250;
// Short enough for the 15 s in which everything is back after PostgreSQL (P-8), long enough not to load it.
const longestBackOffMs = 4_000;

/** A background worker that drains due work until none is left (ARCHITECTURE 1). */
export type Loop = Readonly<{
  /** Begins with a pass at once; a second call does nothing. */
  start: () => void;
  /** Work may have come: a pass begins now, or once more after the running one. Does nothing before start or after stop. */
  wake: () => void;
  /** Resolves when the running piece of work has ended; nothing begins afterwards. */
  stop: () => Promise<void>;
}>;

export type LoopOptions = Readonly<{
  name: string;
  /** One piece of work (a batch). True or a number above 0 means that there may be more. */
  work: () => Promise<boolean | number>;
  /** Pause in milliseconds before looking again without a wake: the net under lossy wake-ups. */
  idleMs: number;
  logger: Logger;
  /** Stops the loop when aborted. */
  signal?: AbortSignal;
}>;

/**
 * A loop whose passes never overlap. A wake that comes while it drains makes it drain once more. Errors are
 * logged, answered with a growing pause (250 ms to 4 s) that no wake shortens, and never end the loop.
 */
export function createLoop({ name, work, idleMs, logger, signal }: LoopOptions): Loop {
  let state: "new" | "running" | "stopped" = "new";
  let isWoken = false;
  let failures = 0;
  let endPause: (() => void) | undefined;
  let running: Promise<void> = Promise.resolve();

  const pause = (milliseconds: number, wakes: boolean): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        endPause = undefined;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      endPause = () => {
        if (wakes || state === "stopped") end();
      };
    });

  const drain = async (): Promise<void> => {
    let isMore = true;
    while ((isMore || isWoken) && state === "running") {
      isWoken = false;
      isMore = Number(await work()) > 0;
    }
  };

  const run = async (): Promise<void> => {
    while (state === "running") {
      try {
        await drain();
        failures = 0;
        if (state === "running") await pause(idleMs, true);
      } catch (error) {
        failures += 1;
        const backOffMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (failures - 1));
        logger.error({ err: error, loop: name, failures, backOffMs }, "a pass of the loop failed; it will try again");
        if (state === "running") await pause(backOffMs, false);
      }
    }
  };

  const stop = async (): Promise<void> => {
    state = "stopped";
    signal?.removeEventListener("abort", onAbort);
    endPause?.();
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
      isWoken = true;
      endPause?.();
    },
    stop,
  });
}
