import { availableParallelism, loadavg } from "node:os";

/** The duration of `measureSlowness` on a quiet machine of the kind for which the limits were chosen, in milliseconds. */
const USUAL_MS = 60;
const MOST = 20;
const ROUNDS = 3;

/** How many times longer a fixed piece of work takes here than on a quiet two-core machine; below 1 on a faster one. */
export function measureSlowness(): number {
  const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `row ${id}`, tags: [id, id * 2, id * 3] }));
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    for (let round = 0; round < 25; round += 1) JSON.parse(JSON.stringify(rows));
    return performance.now() - began;
  });
  return Math.min(...times) / USUAL_MS;
}

let measured: number | undefined;

/**
 * The factor for limits of tests on this machine now: its slowness, or its load per processor where that is more. From 1 to 20;
 * it does not make passing tests slower.
 */
export function slowness(): number {
  measured ??= measureSlowness();
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.min(MOST, Math.max(1, measured, load));
}

/** The limit `ms`, lengthened by `slowness`. */
export function patience(ms: number): number {
  return Math.round(ms * slowness());
}
