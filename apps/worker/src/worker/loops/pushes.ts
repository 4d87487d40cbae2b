import { deliverPushes, spreadPushes } from "@balcao/application/inbox/push";
import { WAKE, type Services } from "@balcao/application/ground/kernel";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import { createLoop } from "@balcao/platform/loops";
import type { PushSender } from "@balcao/platform/push";

/** One push service that answers slowly must not delay the others. */
const SENDERS = 3;
const POLL_MS = 1_000;
const LONGEST_POLL_MS = 8_000;

/** Starts the loops that push new messages to the browsers of people. */
export function startPushes(services: Services, send: PushSender, lifecycle: Lifecycle): void {
  const start = (name: string, work: () => Promise<boolean>): void => {
    const loop = createLoop({ name, work, idleMs: POLL_MS, longestIdleMs: LONGEST_POLL_MS, logger: services.logger });
    services.waker.listen(WAKE.pushes, loop.wake);
    lifecycle.onStop(name, loop.stop);
    loop.start();
  };
  start("spreadPushes", () => spreadPushes(services));
  for (let index = 0; index < SENDERS; index += 1) start(`pushes-${index}`, () => deliverPushes(services, send));
}
