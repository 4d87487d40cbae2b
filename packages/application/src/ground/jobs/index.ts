import { AppError } from "@balcao/contracts/errors";
import { JOB_KINDS, type JobKind, type JobView } from "@balcao/contracts/jobs";
import { advanceJob, askJobToStop, dropEndedJob, endJob, insertJob, listJobs, type JobRow } from "@balcao/database/jobs";
import type { Actor } from "@balcao/domain/access";
import type { AuditEntry } from "../audit/index.js";
import { toActor } from "../directory/index.js";
import { command, inUnit, lostSince, type Ctx, type Lost, type Services, type Unit } from "../kernel/index.js";

/** Converts a job to its wire fields; none for a kind of another version. */
export function toJobView({ id, kind, state, done, total, result, endedBy, createdAt }: JobRow): readonly JobView[] {
  const known = JOB_KINDS.find((each) => each === kind);
  return known ? [{ id, kind: known, state, done, total, result, endedBy, createdAt: createdAt.toISOString() }] : [];
}

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

/** A job that runs. */
export interface RunningJob {
  /**
   * Says in the unit of a step how far the job is, from 0 to its total. Throws JobStopped when the person has stopped it, or has lost
   * session, account or right meanwhile (D-278), which takes the step back.
   */
  advance(unit: Unit, done: number): Promise<void>;
}

/** The person has stopped the job, or may not do it any more. */
export class JobStopped extends Error {
  override readonly name = "JobStopped";
}

interface NewJob {
  readonly kind: JobKind;
  /** The steps of it, in any unit. */
  readonly total: number;
  /** Whether a person may do it, which is asked again at each step. */
  readonly may: (actor: Actor) => boolean;
  /** The audit entry of its start, for work that is not recorded step by step. */
  readonly audit?: AuditEntry | "unchanged";
}

/** What a job did, as numbers by name; `isStopped` when the person has ended it before. */
interface JobEnd {
  readonly result: Readonly<Record<string, number>>;
  readonly isStopped: boolean;
}

/**
 * Does long work of a person with its progress in a row: the work goes on when the browser leaves,
 * and the person can see and stop it from any browser. One of a kind at a time: ERR_JOB_RUNNING; one
 * whose process was killed is over at once, by the lock of the process.
 */
export async function runJob<T extends JobEnd>(
  services: Services,
  ctx: Ctx,
  { audit = "unchanged", ...job }: NewJob,
  work: (job: RunningJob) => Promise<T>,
): Promise<T> {
  const lock = await services.database.processLock.hold();
  try {
    return await runLocked(services, ctx, { ...job, audit, lockKey: lock.key }, work);
  } finally {
    lock.release();
  }
}

async function runLocked<T extends JobEnd>(
  services: Services,
  ctx: Ctx,
  { kind, total, may, audit, lockKey }: Required<NewJob> & { readonly lockKey: number },
  work: (job: RunningJob) => Promise<T>,
): Promise<T> {
  const userId = ctx.actor.id;
  const id = await command(services, ctx, async (unit) => {
    const jobId = await insertJob(unit, { userId, kind, total, lockKey });
    await unit.live("job", { userId, id: jobId });
    return { audit, result: jobId };
  });
  let lost: Lost | null = null;
  const end = async (state: JobRow["state"], result: JobEnd["result"] | null): Promise<void> => {
    // A deactivation ends the session in the same moment, of which this process's directory may not know yet.
    if (lost === "session") await services.directory.refresh();
    const endedBy = lost === "session" && toActor(services.directory.current(), userId)?.active !== true ? "account" : lost;
    await inUnit(services, async (unit) => {
      await endJob(unit, id, { state, result, endedBy });
      await unit.live("job", { userId, id });
    });
  };
  const advance: RunningJob["advance"] = async (unit, done) => {
    lost = await lostSince(services, unit, ctx, may);
    if (lost !== null || !(await advanceJob(unit, id, done))) throw new JobStopped();
    await unit.live("job", { userId, id });
  };
  try {
    const ended = await work({ advance });
    await end(ended.isStopped ? "cancelled" : "done", ended.result);
    return ended;
  } catch (error) {
    await end("failed", null).catch((failure: unknown) => services.logger.error({ err: failure, jobId: id }, "a job could not be ended"));
    throw error;
  }
}
