import type { JobKind } from "@balcao/contracts/jobs";
import { advanceJob, endJob, insertJob } from "@balcao/database/jobs";
import type { AuditEntry } from "../audit/index.js";
import { command, inUnit, type Ctx, type Services, type Unit } from "../kernel/index.js";

/** A job that runs. */
export interface RunningJob {
  /**
   * Says in the unit of a step how far the job is, from 0 to its total. Throws JobStopped when the
   * person has stopped it, which takes the step back.
   */
  advance(unit: Unit, done: number): Promise<void>;
}

/** The person has stopped the job. */
export class JobStopped extends Error {
  override readonly name = "JobStopped";
}

interface NewJob {
  readonly kind: JobKind;
  /** The steps of it, in any unit. */
  readonly total: number;
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
  { kind, total, audit = "unchanged" }: NewJob,
  work: (job: RunningJob) => Promise<T>,
): Promise<T> {
  const lock = await services.database.processLock.hold();
  try {
    return await runLocked(services, ctx, { kind, total, audit, lockKey: lock.key }, work);
  } finally {
    lock.release();
  }
}

async function runLocked<T extends JobEnd>(
  services: Services,
  ctx: Ctx,
  { kind, total, audit, lockKey }: Required<NewJob> & { readonly lockKey: number },
  work: (job: RunningJob) => Promise<T>,
): Promise<T> {
  const userId = ctx.actor.id;
  const id = await command(services, ctx, async (unit) => {
    const jobId = await insertJob(unit, { userId, kind, total, lockKey });
    await unit.live("job", { userId, id: jobId });
    return { audit, result: jobId };
  });
  const end = (state: "done" | "cancelled" | "failed", result: JobEnd["result"] | null): Promise<void> =>
    inUnit(services, async (unit) => {
      await endJob(unit, id, state, result);
      await unit.live("job", { userId, id });
    });
  const advance: RunningJob["advance"] = async (unit, done) => {
    if (!(await advanceJob(unit, id, done))) throw new JobStopped();
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
