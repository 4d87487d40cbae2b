import { first, one, PROCESS_LOCKS, statement, type Sql } from "../sql/index.js";

/** Work of one person that takes long. */
export interface JobRow {
  readonly id: number;
  readonly userId: number;
  readonly kind: string;
  /** A job whose process has ended, or gives no sign, counts as failed. */
  readonly state: "running" | "done" | "cancelled" | "failed";
  readonly done: number;
  readonly total: number;
  readonly result: Readonly<Record<string, number>> | null;
  /** What its person had lost when it was ended; null when it ended otherwise. */
  readonly endedBy: "session" | "account" | "right" | null;
  readonly createdAt: Date;
}

/** How long an ended job is kept, and how long one counts as running without a sign of its process. */
const KEPT = `interval '24 hours'`;
const SILENT = `interval '1 minute'`;
/** Its process has ended: it is silent, or does not hold its lock any more. */
const IS_DEAD = `(seen_at < now() - ${SILENT} OR lock_key IS NOT NULL AND NOT EXISTS (SELECT FROM pg_locks l
     WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = ${PROCESS_LOCKS} AND l.objid = job.lock_key::oid AND l.granted
       AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())))`;
const COLUMNS = `id, user_id AS "userId", kind, CASE WHEN state = 'running' AND ${IS_DEAD} THEN 'failed' ELSE state END AS state, done, total, result, ended_by AS "endedBy", created_at AS "createdAt"`;

// The job before of the same kind makes room, unless it runs.
const dropEnded = statement("job_drop_ended", `DELETE FROM job WHERE user_id = $1 AND kind = $2 AND (state <> 'running' OR ${IS_DEAD})`);
// Their processes have ended; a kind that one person at a time may begin is free again.
const failSilent = statement("job_fail_silent", `UPDATE job SET state = 'failed' WHERE kind = $1 AND state = 'running' AND ${IS_DEAD}`);
const insertRow = statement<{ id: number }>(
  "job_insert",
  `INSERT INTO job (user_id, kind, total, lock_key) VALUES ($1, $2, $3, $4) RETURNING id`,
);
const advanceRow = statement<{ isCancelAsked: boolean }>(
  "job_advance",
  `UPDATE job SET done = $2, total = greatest(total, $2), seen_at = now() WHERE id = $1 AND state = 'running' RETURNING is_cancel_asked AS "isCancelAsked"`,
);
const endRow = statement<{ id: number }>(
  "job_end",
  `UPDATE job SET state = $2, result = $3::jsonb, ended_by = $4, done = CASE WHEN $2 = 'done' THEN total ELSE done END, seen_at = now() WHERE id = $1 AND state = 'running' RETURNING id`,
);
const askCancel = statement<{ id: number }>(
  "job_cancel",
  `UPDATE job SET is_cancel_asked = true WHERE id = $1 AND user_id = $2 AND state = 'running' AND NOT ${IS_DEAD} RETURNING id`,
);
const dropRow = statement<{ id: number }>(
  "job_drop",
  `DELETE FROM job WHERE id = $1 AND user_id = $2 AND (state <> 'running' OR ${IS_DEAD}) RETURNING id`,
);
const listRows = statement<JobRow>(
  "job_list",
  `SELECT ${COLUMNS} FROM job WHERE user_id = $1 AND (state = 'running' OR seen_at > now() - ${KEPT}) ORDER BY id DESC LIMIT 20`,
);
const byIds = statement<JobRow>("job_rows", `SELECT ${COLUMNS} FROM job WHERE id = ANY ($1::int[])`);
const findElsewhere = statement<{ id: number }>(
  "job_running_elsewhere",
  `SELECT id FROM job WHERE kind = $1 AND user_id <> $2 AND state = 'running' AND NOT ${IS_DEAD} LIMIT 1`,
);
const deleteOld = statement("job_delete_old", `DELETE FROM job WHERE seen_at < now() - ${KEPT}`);

interface NewJob {
  readonly userId: number;
  readonly kind: string;
  readonly total: number;
  /** The lock that its process holds. */
  readonly lockKey: number;
}

/**
 * Begins a job in place of the person's ended one of this kind; violates `job_running_uq` while one
 * runs, and `job_figures_uq` while somebody else's recount of the figures runs.
 */
export async function insertJob(tx: Sql, { userId, kind, total, lockKey }: NewJob): Promise<number> {
  await tx.run(dropEnded, [userId, kind]);
  await tx.run(failSilent, [kind]);
  return (await one(tx.run(insertRow, [userId, kind, total, lockKey]))).id;
}

/** Stores how far a job is, which also says that its process lives. Returns false when it is to be cancelled, or no longer runs. */
export async function advanceJob(tx: Sql, id: number, done: number): Promise<boolean> {
  const row = await first(tx.run(advanceRow, [id, done]));
  return row !== null && !row.isCancelAsked;
}

/** Ends a job with what it did. */
export async function endJob(tx: Sql, id: number, { state, result, endedBy }: Pick<JobRow, "state" | "result" | "endedBy">): Promise<void> {
  await tx.run(endRow, [id, state, JSON.stringify(result), endedBy]);
}

/** Asks a running job of a person to stop; false when none of this id runs. */
export const askJobToStop = async (tx: Sql, id: number, userId: number): Promise<boolean> =>
  (await tx.run(askCancel, [id, userId])).length > 0;
/** Removes an ended job of a person; false when there is none of this id. */
export const dropEndedJob = async (tx: Sql, id: number, userId: number): Promise<boolean> =>
  (await tx.run(dropRow, [id, userId])).length > 0;
/** Whether a job of a kind runs that is somebody else's. */
export const runsElsewhere = async (sql: Sql, kind: string, userId: number): Promise<boolean> =>
  (await sql.run(findElsewhere, [kind, userId])).length > 0;
/** Lists a person's running jobs and those of the last 24 hours, the newest first. */
export const listJobs = (sql: Sql, userId: number): Promise<JobRow[]> => sql.run(listRows, [userId]);
/** Lists the existing jobs of these ids. */
export const listJobsByIds = (sql: Sql, ids: readonly number[]): Promise<JobRow[]> => sql.run(byIds, [ids]);
/** Deletes the jobs that have not changed for a day. */
export const deleteOldJobs = (sql: Sql) => sql.run(deleteOld);
