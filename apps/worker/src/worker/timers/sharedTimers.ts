import type { Clock } from "@balcao/platform/clock";
import type { Logger } from "@balcao/platform/logger";
import { createLoop } from "@balcao/platform/loops";
import { openTimerQueue, type Timer } from "./timerQueue.js";

/** How often a worker looks whether Redis still has the timers. */
const LOOK_MS = 10_000;
/** How late a timer may be, or how much later than in one interval its next run, before this worker runs it itself. */
const LATE_MS = 15_000;

interface SharedTimers {
  readonly redisUrl: string;
  readonly timers: readonly Timer[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lookMs?: number;
  readonly lateMs?: number;
}

/**
 * Runs timers on Bull, so that two workers do each once. While Redis does not answer or has lost them, every worker runs them itself,
 * and sets them again as soon as Redis answers.
 */
export function startSharedTimers({ redisUrl, timers, clock, logger, lookMs = LOOK_MS, lateMs = LATE_MS }: SharedTimers): {
  close(): Promise<void>;
} {
  const ranAt = new Map<string, number>();
  const watched = timers.map((timer) => ({
    ...timer,
    work: async () => {
      await timer.work();
      ranAt.set(timer.name, clock.monotonic());
    },
  }));
  const queue = openTimerQueue(redisUrl, watched, logger);

  const look = async ({ name, everyMs, work }: Timer): Promise<boolean> => {
    const due = await queue.nextRuns();
    const inMs = (due?.get(name) ?? Number.NaN) - clock.now().getTime();
    // A clock that was set back leaves a next run far ahead, which would be hours away.
    if (inMs > -lateMs && inMs <= everyMs + lateMs) return false;
    if (due !== null) await queue.set(name);
    if (clock.monotonic() - (ranAt.get(name) ?? -Infinity) >= everyMs) await work();
    return false;
  };
  const loops = watched.map((timer) => createLoop({ name: timer.name, work: () => look(timer), idleMs: lookMs, logger }));
  for (const loop of loops) loop.start();
  return {
    close: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await queue.close();
    },
  };
}
