import { followStatuses } from "@balcao/application/people/auth";
import { keepFigures } from "@balcao/application/company/dashboard";
import { closeIdleTickets, expireRatings, moveOffers, returnUnanswered, shareTickets, wakeSnoozed } from "@balcao/application/inbox/flow";
import { recountTargets, tellTargets } from "@balcao/application/inbox/targets";
import { noteConnectionArrivals } from "@balcao/application/roof/health";
import { deleteExpired, foldCounts, keepRetention, sealAudit, sweep } from "@balcao/application/roof/housekeeping";
import { resealAll } from "@balcao/application/roof/seals";
import { WAKE, type Services } from "@balcao/application/ground/kernel";
import { expireRuns, freezeRuns, reportRuns } from "@balcao/application/campaigns/sendRuns";
import { runDueSchedules, sendDuePlanned } from "@balcao/application/campaigns/schedules";
import type { SessionKeeper } from "@balcao/application/numbers/gatewaySessions";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import { createLoop } from "@balcao/platform/loops";
import { startSharedTimers } from "./sharedTimers.js";
import type { Timer } from "./timerQueue.js";

const SECOND_MS = 1_000;
/** The pause of work that may be late, after a while without any. */
const QUIET_MS = 4_000;
const SWEEP_MS = 5_000;
const FIGURES_MS = 15_000;
const STATUS_MS = 15_000;
const MINUTE_MS = 60_000;

/**
 * Starts periodic work: urgent work as a loop of this process, the rest as repeated jobs, so that two workers do it once.
 * Without Redis, and while it is away, the jobs run in loops as well (ADR 23).
 */
export function startTimers(services: Services, keeper: SessionKeeper | null, redisUrl: string | undefined, lifecycle: Lifecycle): void {
  // A task that never succeeds is as late as one that ended when this worker started.
  const begin = (sweep: string): void => services.metrics.sweepCompleted.set({ sweep }, services.clock.now().getTime() / 1_000);
  const every = (name: string, idleMs: number, work: () => Promise<unknown>, longestIdleMs = idleMs): void => {
    const measured = async (): Promise<boolean> => (await measure(services, name, work)) === true;
    const loop = createLoop({ name, work: measured, idleMs, longestIdleMs, logger: services.logger });
    lifecycle.onStop(name, loop.stop);
    begin(name);
    loop.start();
  };
  const freezing = createLoop({
    name: "freezeRuns",
    work: () =>
      measure(services, "freezeRuns", async () => {
        const more = [await runDueSchedules(services), await sendDuePlanned(services), await freezeRuns(services)];
        return more.filter(Boolean).length;
      }),
    idleMs: SECOND_MS,
    longestIdleMs: QUIET_MS,
    logger: services.logger,
  });
  services.waker.listen(WAKE.sends, freezing.wake);
  lifecycle.onStop("freezeRuns", freezing.stop);
  begin("freezeRuns");
  freezing.start();
  every("reportRuns", SECOND_MS, () => reportRuns(services));
  every("wakeSnoozed", SECOND_MS, () => wakeSnoozed(services), QUIET_MS);
  every("shareTickets", SECOND_MS, () => shareTickets(services));
  every("tellTargets", SECOND_MS, () => tellTargets(services), QUIET_MS);
  every("recountTargets", SWEEP_MS, () => recountTargets(services));
  every("foldCounts", SECOND_MS, () => foldCounts(services));
  every("sealAudit", SECOND_MS, () => sealAudit(services), QUIET_MS);
  every("noteArrivals", SWEEP_MS, () => noteConnectionArrivals(services));
  every("keepFigures", FIGURES_MS, () => keepFigures(services));
  every("followStatuses", STATUS_MS, () => followStatuses(services));
  if (keeper) every("sweep", SWEEP_MS, () => sweep(services, keeper));
  const timers: Timer[] = [
    { name: "deleteExpired", everyMs: 10 * MINUTE_MS, work: () => deleteExpired(services) },
    { name: "keepRetention", everyMs: 10 * MINUTE_MS, work: () => keepRetention(services) },
    { name: "resealAll", everyMs: 10 * MINUTE_MS, work: () => resealAll(services) },
    { name: "expireRuns", everyMs: MINUTE_MS, work: () => expireRuns(services) },
    { name: "expireRatings", everyMs: MINUTE_MS, work: () => expireRatings(services) },
    { name: "closeIdleTickets", everyMs: MINUTE_MS, work: () => closeIdleTickets(services) },
    { name: "moveOffers", everyMs: MINUTE_MS, work: () => moveOffers(services) },
    { name: "returnUnanswered", everyMs: MINUTE_MS, work: () => returnUnanswered(services) },
  ];
  if (redisUrl === undefined) {
    for (const timer of timers) every(timer.name, timer.everyMs, timer.work);
    return;
  }
  for (const { name } of timers) begin(name);
  const measured = timers.map((timer) => ({ ...timer, work: () => measure(services, timer.name, timer.work) }));
  const shared = startSharedTimers({ redisUrl, timers: measured, clock: services.clock, logger: services.logger });
  lifecycle.onStop("timers", shared.close);
}

/** Records the duration and the end of a periodic task, or its failure. */
async function measure<T>({ metrics, clock }: Services, sweep: string, work: () => Promise<T>): Promise<T> {
  const startedAt = clock.monotonic();
  try {
    const result = await work();
    metrics.sweepSeconds.observe({ sweep }, (clock.monotonic() - startedAt) / 1_000);
    metrics.sweepCompleted.set({ sweep }, clock.now().getTime() / 1_000);
    return result;
  } catch (error) {
    metrics.sweepFailuresTotal.inc({ sweep });
    throw error;
  }
}
