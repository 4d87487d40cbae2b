import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "@balcao/testing/patience";

const LIMIT_MS = 5_000;
const LOOK_EVERY_MS = 20;
/** Timers that libraries leave behind finished requests end by themselves, so they are not counted. */
const ENDS_BY_ITSELF = new Set(["Timeout", "Immediate"]);

const intervals = new Set();

/** Counts intervals from now on, which Node.js does not distinguish from other timers. */
export function watchIntervals() {
  const { setInterval, clearInterval, clearTimeout } = globalThis;
  const forget = (clear) => (timer) => {
    intervals.delete(timer);
    clear(timer);
  };
  globalThis.setInterval = (...args) => {
    const timer = setInterval(...args);
    intervals.add(timer);
    return timer;
  };
  globalThis.clearInterval = forget(clearInterval);
  globalThis.clearTimeout = forget(clearTimeout);
}

/** The number of open resources of each kind that keep this process running until they are closed. */
export function openResources() {
  const counts = new Map();
  const add = (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const kind of process.getActiveResourcesInfo()) if (!ENDS_BY_ITSELF.has(kind)) add(kind);
  for (const timer of intervals) if (timer.hasRef()) add("Interval");
  return counts;
}

/** The kinds of which more are open than `before`. Waits up to five seconds for them to close, longer on a busy machine. */
export async function leftOpen(before) {
  const deadline = Date.now() + patience(LIMIT_MS);
  for (;;) {
    const more = [...openResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
    if (more.length === 0 || Date.now() > deadline) return more.map(([kind, count]) => `${count - (before.get(kind) ?? 0)} ${kind}`);
    await sleep(LOOK_EVERY_MS);
  }
}
