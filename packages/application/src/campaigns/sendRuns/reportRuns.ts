import {
  addRunChange,
  countOpenRecipients,
  endQueuedRecipients,
  hasRunsToReport,
  haveAllFailed,
  isNewlyStopped,
  listExpiredRuns,
  lockRun,
  setRunReported,
  setRunState,
  stopBlockedConnections,
  takeRunChanges,
  type LockedRun,
} from "@balcao/database/sendRuns";
import { BLOCK_SIGNALS } from "@balcao/domain/connections";
import { endSends, listQueuedOfRun } from "@balcao/database/outbox";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";
import { recordSettledSends } from "../../numbers/outbox/index.js";
import { tellOfHeld } from "./held.js";

const EXPIRED = { code: "ERR_WAPP_NOT_INITIALIZED", title: "", message: "A conexão ficou 24 horas sem enviar", details: "" };
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/**
 * Stops connections that show a sign of a block, ends the runs whose recipients all have an outcome, and records one live event for each run that
 * changed, at most one a second, however many workers call it once a second.
 */
export async function reportRuns(services: Services): Promise<void> {
  // Looked at every second, and mostly there is nothing.
  if (!(await hasRunsToReport(services.database.sql, BLOCK_SIGNALS))) return;
  const now = services.clock.now();
  await inUnit(services, async (unit) => {
    for (const connectionId of await stopBlockedConnections(unit, BLOCK_SIGNALS))
      await recordSystemAudit(unit, "massSend.stop", { connectionId });
    for (const id of await takeRunChanges(unit)) {
      const run = await lockRun(unit, id);
      if (!run) continue;
      if (run.isReported) {
        await addRunChange(unit, id);
        continue;
      }
      if (await isNewlyStopped(unit, id)) await tellOfHeld(unit, services, run, { reason: "stopped" });
      await setRunReported(unit, id);
      // A recipient of several files may have waited for the next one while somebody cancelled.
      if (run.state === "cancelled") await endQueuedRecipients(unit, id, "cancelled", null);
      if (run.state === "running" && (await countOpenRecipients(unit, id)) === 0) await endRun(unit, services, run, now);
      await recordRun(unit, run);
    }
  });
}

/** Ends a run; its person is told when nobody got it. */
async function endRun(unit: Unit, services: Services, run: LockedRun, now: Date): Promise<void> {
  await setRunState(unit, run.id, "done", now);
  if (await haveAllFailed(unit, run.id))
    await tellOfHeld(unit, services, run, { reason: run.connectionId === null ? "connectionGone" : "allFailed" });
}

/**
 * Ends the runs that cannot go on: those of a deleted connection, and those whose connection has
 * handed nothing over for 24 hours [D-184]. Recipients who got nothing count as failed.
 */
export async function expireRuns(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const id of await listExpiredRuns(services.database.sql, new Date(now.getTime() - LONGEST_WAIT_MS)))
    await inUnit(services, async (unit) => {
      const run = await lockRun(unit, id);
      if (!run || run.state === "done" || run.state === "cancelled") return;
      if (run.connectionId !== null) {
        const waiting = await listQueuedOfRun(unit, id, run.connectionId);
        await recordSettledSends(unit, waiting, () => endSends(unit, waiting, EXPIRED));
      }
      await endQueuedRecipients(unit, id, "failed", run.connectionId === null ? "connectionGone" : "expired");
      await setRunState(unit, id, "running", now);
      await addRunChange(unit, id);
    });
}

/** Records that a run has changed, for whoever sees its mass send or schedule. */
export async function recordRun(unit: Unit, { id, scheduleId }: Pick<LockedRun, "id" | "scheduleId">): Promise<void> {
  if (scheduleId === null) await unit.live("massSend", { id, action: "update" });
  else await unit.live("schedule", { id: scheduleId, action: "update" });
}
