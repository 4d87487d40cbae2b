import type { Settings } from "@balcao/domain/settings";

/** Several messages within this time play one sound, in milliseconds. */
const QUIET_MS = 2_000;

let lastRing = -QUIET_MS;

/**
 * Plays a sound, at most one in two seconds. A browser that requires a click first
 * stays silent.
 */
export function ring(sound: Settings["sound"]): void {
  if (performance.now() - lastRing < QUIET_MS) return;
  lastRing = performance.now();
  new Audio(`/sounds/${sound}.wav`).play().catch(() => undefined);
}
