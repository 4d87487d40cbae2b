import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  now = Date.now();
  listeners.forEach((listener) => listener());
  timer = setTimeout(tick, MINUTE_MS - (now % MINUTE_MS));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** The current time in milliseconds, updated every minute; all rows share one timer. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => now);
}
