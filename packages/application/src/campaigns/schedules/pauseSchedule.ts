import { nextOccurrence } from "@balcao/domain/schedules";
import { reachesMany, stateAfter } from "@balcao/domain/sends";
import { AppError } from "@balcao/contracts/errors";
import type { ScheduleView } from "@balcao/contracts/schedules";
import { lockSchedule, setSchedulePause } from "@balcao/database/schedules";
import { addRunChange, lockRunsOfSchedule, setRunState } from "@balcao/database/sendRuns";
import { checkMayAlter, checkRight, command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { getSchedule } from "./readSchedules.js";

/**
 * Makes the handler that pauses a schedule, with the run that goes out, or resumes it (added calls, D-422). What was due meanwhile
 * is passed over. Of two people who act at once, one gets ERR_SEND_STATE.
 */
export const pauseSchedule =
  (action: "pause" | "resume") =>
  async (services: Services, ctx: Ctx, { scheduleId }: { readonly scheduleId: number }): Promise<ScheduleView> => {
    const isPaused = action === "pause";
    await command(services, ctx, async (unit) => {
      const schedule = await lockSchedule(unit, scheduleId);
      if (!schedule) throw new AppError("ERR_NOT_FOUND");
      checkMayAlter(services, ctx, "maintain", schedule.userId);
      if (!isPaused && reachesMany(schedule)) checkRight(services, ctx, "sendToMany");
      if (schedule.isPaused === isPaused) throw new AppError("ERR_SEND_STATE");
      const { timeZone } = services.directory.current().settings;
      const nextDue = isPaused ? schedule.nextDue : nextOccurrence(schedule, timeZone, ctx.now);
      await setSchedulePause(unit, scheduleId, { isPaused, nextDue: schedule.nextDue && nextDue, at: ctx.now });
      for (const run of await lockRunsOfSchedule(unit, scheduleId)) {
        const state = stateAfter(run.state, action);
        if (state === null) continue;
        await setRunState(unit, run.id, state, ctx.now);
        await addRunChange(unit, run.id);
      }
      await unit.live("schedule", { id: scheduleId, action: "update" });
      const related = { kind: "schedule", id: scheduleId } as const;
      return {
        audit: { action: `schedule.${action}`, related, description: (schedule.title || schedule.message).slice(0, 80) },
        result: null,
      };
    });
    return getSchedule(services, ctx, { scheduleId });
  };
