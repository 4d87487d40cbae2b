import { availableParallelism, loadavg } from "node:os";

/** What `measureSlowness` takes on a quiet machine of the kind that the limits were chosen on, in milliseconds. */
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
 * The factor by which limits of tests are longer on this machine at this moment: its speed, or its load per processor where
 * that is more. At least 1, at most 20; a test that passes takes no longer for it.
 */
export function slowness(): number {
  measured ??= measureSlowness();
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.min(MOST, Math.max(1, measured, load));
}

/** A limit in milliseconds, as long as this machine needs it to be now. */
export function patience(ms: number): number {
  return Math.round(ms * slowness());
}
