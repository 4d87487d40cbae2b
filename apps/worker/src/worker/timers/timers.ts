import { deleteExpired, foldCounts, sealAudit, sweep } from "@balcao/application/housekeeping";
import type { House } from "@balcao/application/kernel";
import type { SessionKeeper } from "@balcao/application/sessions";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import { createLoop } from "@balcao/platform/loops";
import { openTimerQueue, type Timer } from "./timerQueue.js";

const SECOND_MS = 1_000;
const SWEEP_MS = 5_000;
const MINUTE_MS = 60_000;

/**
 * Periodic work. What must not wait is a loop of this process; what any one process may do is a repeated job, so that two workers do it once.
 * Without Redis the jobs run on a loop instead: later, never not (ARCHITECTURE 1).
 */
export function startTimers(house: House, keeper: SessionKeeper | null, redisUrl: string | undefined, lifecycle: Lifecycle): void {
  const every = (name: string, idleMs: number, work: () => Promise<unknown>): void => {
    const loop = createLoop({ name, work: async () => (await work()) === true, idleMs, logger: house.logger });
    lifecycle.onStop(name, loop.stop);
    loop.start();
  };
  every("foldCounts", SECOND_MS, () => foldCounts(house));
  every("sealAudit", SECOND_MS, () => sealAudit(house));
  if (keeper) every("sweep", SWEEP_MS, () => sweep(house, keeper));
  const timers: Timer[] = [{ name: "deleteExpired", everyMs: 10 * MINUTE_MS, work: () => deleteExpired(house) }];
  if (redisUrl === undefined) {
    for (const timer of timers) every(timer.name, timer.everyMs, timer.work);
    return;
  }
  const queue = openTimerQueue(redisUrl, timers, house.logger);
  lifecycle.onStop("timers", () => queue.close());
}
