export { isoInstant } from "./isoInstant.js";

/** The only source of time in Balcão, so that tests can run at any hour. */
export type Clock = Readonly<{
  /** The wall clock; it may jump. Use it for instants that people see or that are stored. */
  now: () => Date;
  /** Milliseconds that never go back. Use it for durations and deadlines inside one process. */
  monotonic: () => number;
}>;

/** A clock that moves only by `advance`. */
type ManualClock = Clock & Readonly<{ advance: (milliseconds: number) => void }>;

/** The machine's clock. */
export const systemClock: Clock = Object.freeze({
  now: () => new Date(),
  monotonic: () => performance.now(),
});

/**
 * A clock for tests: starts at `start` with monotonic time 0; `advance` moves both. Throws on a
 * step back.
 */
export function createManualClock(start: Date | string | number): ManualClock {
  const origin = new Date(start).getTime();
  if (Number.isNaN(origin)) throw new RangeError("A manual clock needs a valid start.");
  let elapsed = 0;
  return Object.freeze({
    now: () => new Date(origin + elapsed),
    monotonic: () => elapsed,
    advance: (milliseconds: number) => {
      if (!(milliseconds >= 0)) throw new RangeError("Time does not run backwards.");
      elapsed += milliseconds;
    },
  });
}
