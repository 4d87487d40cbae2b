import type { ServerEvent } from "@balcao/contracts/realtime";
import type { Actor } from "@balcao/domain/access";
import type { Settings } from "@balcao/domain/settings";
import { isNews, type Sight } from "./ringRule";

/** A burst of messages is one sound, in milliseconds. */
const QUIET_MS = 2_000;

const sightNow = (): Sight => ({
  visible: document.visibilityState === "visible",
  ticketId: Number(/^\/tickets\/(\d+)/i.exec(location.pathname)?.[1] ?? 0) || null,
});

let lastRing = -QUIET_MS;

/** Runs at most once in two seconds over all tabs of this browser; without locks (plain http) over this tab. */
async function once(run: () => void): Promise<void> {
  // The browser has them in secure contexts only.
  const locks = "locks" in navigator ? navigator.locks : undefined;
  if (!locks) {
    if (performance.now() - lastRing < QUIET_MS) return;
    lastRing = performance.now();
    return run();
  }
  await locks.request("balcao-sound", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    run();
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  });
}

/** Sounds for a message that is news, with the sound of the setting (NOTIF-004, D-101). A browser that wants a click first stays silent. */
export async function ring(event: ServerEvent<"appMessage">, actor: Actor, settings: Settings): Promise<void> {
  if (!isNews(event, actor, settings, sightNow())) return;
  await once(() => void new Audio(`/sounds/${settings.sound}.wav`).play().catch(() => undefined));
}
