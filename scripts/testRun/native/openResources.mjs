import { setTimeout as sleep } from "node:timers/promises";

const LIMIT_MS = 5_000;
const LOOK_EVERY_MS = 20;
/** Libraries leave timers of requests that nobody awaits any more; those end by themselves. */
const ENDS_BY_ITSELF = new Set(["Timeout", "Immediate"]);

const intervals = new Set();

/** Counts intervals from now on, which Node itself does not tell apart from timers that end. */
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

/** The kinds of resources that keep this process alive until somebody closes them, with how many there are of each. */
export function openResources() {
  const counts = new Map();
  const add = (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const kind of process.getActiveResourcesInfo()) if (!ENDS_BY_ITSELF.has(kind)) add(kind);
  for (const timer of intervals) if (timer.hasRef()) add("Interval");
  return counts;
}

/** The kinds of which there are more than `before`, once five seconds have not ended them; empty as soon as there are none. */
export async function leftOpen(before) {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const more = [...openResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
    if (more.length === 0 || Date.now() > deadline) return more.map(([kind, count]) => `${count - (before.get(kind) ?? 0)} ${kind}`);
    await sleep(LOOK_EVERY_MS);
  }
}
