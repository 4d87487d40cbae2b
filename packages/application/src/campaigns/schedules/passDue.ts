import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";

/** How many are listed at a time. */
export const DUE_BATCH = 50;

interface DuePass {
  /** The ids of what is due, the longest first, at most `limit`. */
  readonly list: (now: Date, limit: number) => Promise<readonly number[]>;
  /** Judges and does one, in a transaction of its own. */
  readonly work: (unit: Unit, id: number, now: Date) => Promise<void>;
  /** The log line about one that threw; the next pass tries it again. */
  readonly failure: string;
}

/** Does what is due, each by itself, so that one that throws stops no other. Returns whether there may be more. */
export async function passDue(services: Services, { list, work, failure }: DuePass): Promise<boolean> {
  const now = services.clock.now();
  const due = await list(now, DUE_BATCH);
  let failed = 0;
  for (const id of due)
    try {
      await inUnit(services, (unit) => work(unit, id, now));
    } catch (error) {
      services.logger.error({ err: error, scheduleId: id }, failure);
      failed += 1;
    }
  return due.length === DUE_BATCH && failed < DUE_BATCH;
}
