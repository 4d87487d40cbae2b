import { createChoreRunner } from "@balcao/application/numbers/chores";
import { answerNextCall } from "@balcao/application/numbers/gatewaySessions";
import { WAKE, type Services } from "@balcao/application/ground/kernel";
import { createMediaFetcher } from "@balcao/application/inbox/media";
import { createSessionKeeper, type SessionKeeper, type SessionSurroundings } from "@balcao/application/numbers/gatewaySessions";
import { dispatchDue } from "@balcao/application/numbers/outbox";
import { createPacer } from "@balcao/application/campaigns/sendRuns";
import { newUuid } from "@balcao/platform/ids";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import { createLoop, type Loop } from "@balcao/platform/loops";

const TICK_MS = 1_000;
const POLL_MS = 500;
/** The poll for work that a wake-up announces, after a while without any. */
const LONGEST_POLL_MS = 2_000;
/** The most sessions of one worker; browsers have a lower limit of their own. */
const CAPACITY = 200;

/** Starts the session keeper and the loops that need its sessions: sends, chores, and answers to questions. */
export function startSessions(
  services: Services,
  around: Omit<SessionSurroundings, "services" | "holder">,
  lifecycle: Lifecycle,
): SessionKeeper {
  const { logger, waker } = services;
  const holder = newUuid();
  const keeper = createSessionKeeper({ ...around, services, holder, capacity: CAPACITY, onFree: () => outbox.wake() });
  const connected = () => keeper.sessions().filter((kept) => kept.status() === "CONNECTED");
  const tick = async (): Promise<number> => {
    const before = keeper.sessions().length;
    await keeper.tick();
    if (keeper.sessions().length > before) calls.wake();
    return 0;
  };
  const dispatch = () =>
    dispatchDue(
      services,
      holder,
      connected().map(({ dispatcher }) => dispatcher),
    );
  const loop = (name: string, work: () => Promise<boolean | number>, idleMs = POLL_MS, longestIdleMs = idleMs): Loop =>
    createLoop({ name, work, idleMs, longestIdleMs, logger });
  const outbox = loop("outbox", dispatch);
  const answer = () => answerNextCall(services, { keeper, connectors: around.connectors });
  const calls = loop("gatewayCalls", answer, POLL_MS, LONGEST_POLL_MS);
  const choreRunner = createChoreRunner(services, keeper, () => chores.wake());
  const chores = loop("chores", () => choreRunner.takeNext(), 2 * POLL_MS, 2 * LONGEST_POLL_MS);
  const pacer = createPacer(services, keeper);
  const pacing = loop("pacing", () => pacer.pace(connected().map(({ connectionId }) => connectionId)));
  const media = loop("media", () => fetcher.takeDue(), POLL_MS, LONGEST_POLL_MS);
  const fetcher = createMediaFetcher(services, () => media.wake());
  const ticks = loop("sessions", tick, TICK_MS);
  waker.listen(WAKE.outbox, outbox.wake);
  waker.listen(WAKE.outbox, media.wake);
  waker.listen(WAKE.sends, pacing.wake);
  waker.listen(WAKE.gateway, calls.wake);
  waker.listen(WAKE.chores, chores.wake);
  waker.listen(WAKE.sessions, ticks.wake);
  // Registered first and so closed last: no number waits for a slow file.
  lifecycle.onStop("questions about numbers", () => pacer.settle());
  lifecycle.onStop("running chores", () => choreRunner.settle());
  lifecycle.onStop("sessions", () => keeper.stop());
  lifecycle.onStop("media fetcher", () => fetcher.stop());
  for (const [name, loop] of Object.entries({ outbox, pacing, calls, chores, media, ticks })) {
    lifecycle.onStop(name, loop.stop);
    loop.start();
  }
  return keeper;
}
