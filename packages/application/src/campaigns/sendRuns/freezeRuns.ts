import { freezeBatch, getFreezingRun, lockRun } from "@balcao/database/sendRuns";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { recordRun } from "./reportRuns.js";

/** Contacts per transaction: short enough to delay nobody. */
const BATCH = 2_000;

/** Lists the next recipients of a run that begins. Returns whether there was one: there may be more to do. */
export async function freezeRuns(services: Services): Promise<boolean> {
  const id = await getFreezingRun(services.database.sql);
  if (id === null) return false;
  await inUnit(services, async (unit) => {
    const run = await lockRun(unit, id);
    if (run?.state !== "freezing" || run.connectionId === null) return;
    const isUnfinished = await freezeBatch(unit, run, BATCH, services.clock.now());
    if (!isUnfinished) await recordRun(unit, run);
  });
  return true;
}
