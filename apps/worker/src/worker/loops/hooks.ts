import { createHookPoster, createHookWorker } from "@balcao/application/roof/hooks";
import { WAKE, type Services } from "@balcao/application/ground/kernel";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import { createLoop } from "@balcao/platform/loops";

/** How often it looks for events, and for what is due again. */
const POLL_MS = 250;
/** While there is no active webhook, one small question is all that it does. */
const IDLE_POLL_MS = 8_000;

/** Starts the loop that tells webhooks what happens. */
export function startHooks(services: Services, lifecycle: Lifecycle): void {
  const { waker, logger } = services;
  const poster = createHookPoster(services);
  const worker = createHookWorker(services, poster, () => loop.wake());
  const idleMs = (): number => (worker.isActive() ? POLL_MS : IDLE_POLL_MS);
  const loop = createLoop({ name: "hooks", work: worker.pass, idleMs, logger });
  waker.listen(WAKE.hooks, loop.wake);
  waker.listen(WAKE.live, () => {
    if (worker.isActive()) loop.wake();
  });
  lifecycle.onStop("receivers of webhooks", () => Promise.resolve(poster.close()));
  lifecycle.onStop("hooks", async () => {
    await loop.stop();
    await worker.stop();
  });
  loop.start();
}
