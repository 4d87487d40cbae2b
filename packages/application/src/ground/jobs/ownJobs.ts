import { AppError } from "@balcao/contracts/errors";
import type { JobView } from "@balcao/contracts/jobs";
import { askJobToStop, dropEndedJob, listJobs } from "@balcao/database/jobs";
import { command, type Ctx, type Services } from "../kernel/index.js";
import { toJobView } from "./jobView.js";

/** Lists the person's running jobs, and the ended ones of the last 24 hours, the newest first. */
export async function listOwnJobs({ database }: Services, { actor }: Pick<Ctx, "actor">): Promise<readonly JobView[]> {
  return (await listJobs(database.sql, actor.id)).flatMap(toJobView);
}

interface JobId {
  readonly jobId: number;
}

/** Asks a running job of the person to stop; it does so after its present step. */
export async function stopJob(services: Services, ctx: Ctx, { jobId }: JobId): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    if (!(await askJobToStop(unit, jobId, ctx.actor.id))) throw new AppError("ERR_NOT_FOUND");
    return { audit: "unchanged", result: null };
  });
  return { message: "Job stopping" };
}

/** Deletes an ended job of the person. */
export async function dismissJob(services: Services, ctx: Ctx, { jobId }: JobId): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    if (!(await dropEndedJob(unit, jobId, ctx.actor.id))) throw new AppError("ERR_NOT_FOUND");
    await unit.live("job", { userId: ctx.actor.id, id: jobId });
    return { audit: "unchanged", result: null };
  });
  return { message: "Job dismissed" };
}
