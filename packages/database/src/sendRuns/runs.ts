import type { LeftOut, RunState } from "@balcao/domain/sends";
import type { TemplateWithValues } from "@balcao/domain/templates";
import { first, one, statement, type Sql } from "../sql/index.js";
import { chosenContacts } from "./chosenContacts.js";

/** What a run sends. */
export interface SendContents {
  readonly message: string;
  /** Files whose first one has the message as its caption. */
  readonly fileIds: readonly string[];
  /** What goes to recipients whom the network lets no free text reach. */
  readonly template: TemplateWithValues | null;
}

/** What a run sends, to whom and over which connection. */
export interface RunDraft extends SendContents {
  readonly allContacts: boolean;
  readonly contactIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly connectionId: number | null;
  readonly userId: number | null;
}

/** A run with its counts. */
export interface RunRow extends RunDraft {
  readonly id: number;
  readonly scheduleId: number | null;
  readonly dueAt: Date | null;
  readonly state: RunState;
  /** How many recipients there are; 0 until all of them are listed. */
  readonly total: number;
  /** How many of them have an outcome. */
  readonly handled: number;
  readonly leftOut: LeftOut;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** Why its connection has stopped, until a person lets it go on. */
  readonly stop: StopRow | null;
}

/** A connection stopped by itself: refusals in a row, or a sign that the number is blocked. */
interface StopRow {
  readonly at: string;
  readonly reason: "refusals" | "blocked";
  /** What the network said. */
  readonly detail: string;
}

const STOP = `(SELECT json_build_object('at', p.stopped_at, 'reason', p.stop_reason, 'detail', coalesce(p.stop_detail, '')) FROM send_pacing p
  WHERE p.connection_id = r.connection_id AND p.stopped_at IS NOT NULL AND r.state IN ('freezing', 'running', 'paused')) AS stop`;
const COLUMNS = `r.id, r.schedule_id AS "scheduleId", r.due_at AS "dueAt", r.state, r.message, r.file_ids AS "fileIds", r.template, r.all_contacts AS "allContacts",
  ${chosenContacts("r.contact_ids")} AS "contactIds", r.tag_ids AS "tagIds", r.connection_id AS "connectionId", r.user_id AS "userId", r.left_out AS "leftOut", r.created_at AS "createdAt", r.finished_at AS "finishedAt", ${STOP},
  CASE WHEN r.state = 'freezing' THEN 0 ELSE r.total END AS total,
  CASE WHEN r.state = 'freezing' THEN 0 ELSE greatest(0, r.total - r.cancelled - open.n) END AS handled`;
const FROM = `send_run r CROSS JOIN LATERAL (
  SELECT count(*)::int AS n FROM send_recipient s WHERE s.run_id = r.id AND s.state IN ('queued', 'handed') AND r.state <> 'freezing') open`;

const insertRow = statement<{ id: number }>(
  "send_run_insert",
  `INSERT INTO send_run (message, all_contacts, contact_ids, tag_ids, connection_id, user_id, created_at, active_since, schedule_id, due_at, file_ids, template)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11) ON CONFLICT (schedule_id, due_at) DO NOTHING RETURNING id`,
  { wakes: ["sends"] },
);
const contentValues = ({ fileIds, template }: SendContents): readonly unknown[] => [fileIds, template && JSON.stringify(template)];
const openLane = statement("send_pacing_open", `INSERT INTO send_pacing (connection_id) VALUES ($1) ON CONFLICT DO NOTHING`);

/** Stores a run and makes the pacing row of its connection. Returns null when the schedule has a run of this minute already. */
export async function insertRun(
  tx: Sql,
  draft: RunDraft,
  at: Date,
  due: { readonly scheduleId: number; readonly dueAt: Date } | null = null,
): Promise<number | null> {
  if (draft.connectionId !== null) await tx.run(openLane, [draft.connectionId]);
  const values = [draft.message, draft.allContacts, draft.contactIds, draft.tagIds, draft.connectionId, draft.userId, at];
  return (await first(tx.run(insertRow, [...values, due?.scheduleId ?? null, due?.dueAt ?? null, ...contentValues(draft)])))?.id ?? null;
}

const massRows = statement<RunRow>(
  "send_run_mass",
  `SELECT ${COLUMNS} FROM ${FROM} WHERE r.schedule_id IS NULL ORDER BY r.id DESC LIMIT $1`,
);
const byIds = statement<RunRow>("send_run_rows", `SELECT ${COLUMNS} FROM ${FROM} WHERE r.id = ANY($1::int[]) ORDER BY r.id`);
const lastOfSchedules = statement<RunRow>(
  "send_run_of_schedules",
  `SELECT ${COLUMNS} FROM unnest($1::int[]) AS wanted(id) CROSS JOIN LATERAL (
     SELECT * FROM send_run WHERE schedule_id = wanted.id ORDER BY due_at DESC LIMIT 1) r CROSS JOIN LATERAL (
     SELECT count(*)::int AS n FROM send_recipient s WHERE s.run_id = r.id AND s.state IN ('queued', 'handed') AND r.state <> 'freezing') open`,
);

/** Mass sends, the newest first. */
export const listMassRuns = (sql: Sql, limit: number): Promise<RunRow[]> => sql.run(massRows, [limit]);
export const listRunsByIds = (sql: Sql, ids: readonly number[]): Promise<RunRow[]> => sql.run(byIds, [ids]);
/** The newest run of each of these schedules that has one. */
export const listLastRuns = (sql: Sql, scheduleIds: readonly number[]): Promise<RunRow[]> => sql.run(lastOfSchedules, [scheduleIds]);

export interface LockedRun extends RunDraft {
  readonly id: number;
  readonly scheduleId: number | null;
  readonly state: RunState;
  readonly frozenTo: number;
  /** Whether there was a live event about it within the last second. */
  readonly isReported: boolean;
}

const LOCKED = `id, schedule_id AS "scheduleId", state, message, file_ids AS "fileIds", template, all_contacts AS "allContacts", contact_ids AS "contactIds", tag_ids AS "tagIds",
  connection_id AS "connectionId", user_id AS "userId", frozen_to AS "frozenTo",
  coalesce(reported_at > clock_timestamp() - interval '950 milliseconds', false) AS "isReported"`;
const lockRow = statement<LockedRun>("send_run_lock", `SELECT ${LOCKED} FROM send_run WHERE id = $1 FOR UPDATE`);

export const lockRun = (tx: Sql, id: number): Promise<LockedRun | null> => first(tx.run(lockRow, [id]));

const ofSchedule = statement<{ id: number; state: RunState }>(
  "send_run_of_schedule",
  `SELECT id, state FROM send_run WHERE schedule_id = $1 AND state IN ('freezing', 'running', 'paused') ORDER BY id FOR UPDATE`,
);
/** Locks the runs of a schedule that are not over. */
export const lockRunsOfSchedule = (tx: Sql, scheduleId: number) => tx.run(ofSchedule, [scheduleId]);

const changeDraft = statement(
  "send_run_change",
  `UPDATE send_run SET message = $2, all_contacts = $3, contact_ids = $4, tag_ids = $5, template = $6, frozen_to = 0, total = 0, left_out = '{}' WHERE id = $1`,
  { wakes: ["sends"] },
);
const forgetRecipients = statement("send_recipient_forget", `DELETE FROM send_recipient WHERE run_id = $1`);

/** Changes a locked run whose recipients are not all listed yet; listing them begins again. */
export async function changeRun(
  tx: Sql,
  id: number,
  { message, template, allContacts, contactIds, tagIds }: Omit<RunDraft, "connectionId" | "userId" | "fileIds">,
) {
  await tx.run(forgetRecipients, [id]);
  await tx.run(changeDraft, [id, message, allContacts, contactIds, tagIds, template && JSON.stringify(template)]);
}

const setState = statement(
  "send_run_state",
  `UPDATE send_run SET state = $2, active_since = CASE WHEN $2 = 'running' THEN $3 ELSE active_since END,
     finished_at = CASE WHEN $2 IN ('done', 'cancelled') THEN $3::timestamptz ELSE finished_at END WHERE id = $1`,
  { wakes: ["sends"] },
);

const takeOver = statement("send_run_take_over", `UPDATE send_run SET user_id = $2 WHERE id = $1`);

/** Makes another person answer for a locked run. */
export const takeOverRun = (tx: Sql, id: number, userId: number) => tx.run(takeOver, [id, userId]);

/** Sets the state of a locked run. */
export const setRunState = (tx: Sql, id: number, state: RunState, at: Date) => tx.run(setState, [id, state, at]);

const endQueued = statement<{ n: number }>(
  "send_recipient_end",
  `WITH ended AS (UPDATE send_recipient SET state = $2, reason = $3, changed_at = clock_timestamp() WHERE run_id = $1 AND state = 'queued' RETURNING 1),
     counted AS (SELECT count(*)::int AS n FROM ended),
     stored AS (UPDATE send_run SET cancelled = cancelled + (SELECT n FROM counted) WHERE id = $1 AND $2 = 'cancelled'),
     total AS (UPDATE send_run SET total = (SELECT count(*) FROM send_recipient WHERE run_id = $1) WHERE id = $1 AND state = 'freezing' AND $2 <> 'cancelled')
   SELECT n FROM counted`,
);

/** Ends the recipients of a locked run that were not handed over, as cancelled or failed. Returns how many. */
export const endQueuedRecipients = async (tx: Sql, id: number, state: "cancelled" | "failed", reason: string | null): Promise<number> =>
  (await one(tx.run(endQueued, [id, state, reason]))).n;

const openCount = statement<{ n: number }>(
  "send_run_open",
  `SELECT count(*)::int AS n FROM send_recipient WHERE run_id = $1 AND state IN ('queued', 'handed')`,
);

/** How many recipients of a run have no outcome yet. */
export const countOpenRecipients = async (tx: Sql, id: number): Promise<number> => (await one(tx.run(openCount, [id]))).n;

const allFailed = statement<{ found: boolean }>(
  "send_run_all_failed",
  `SELECT EXISTS (SELECT FROM send_recipient WHERE run_id = $1 AND state = 'failed')
     AND NOT EXISTS (SELECT FROM send_recipient WHERE run_id = $1 AND state NOT IN ('failed', 'skipped', 'cancelled')) AS found`,
);
const newlyStopped = statement<{ found: boolean }>(
  "send_run_newly_stopped",
  `SELECT EXISTS (SELECT FROM send_run r JOIN send_pacing p USING (connection_id) WHERE r.id = $1 AND r.state = 'running'
     AND p.stopped_at > coalesce(r.reported_at, '-infinity')) AS found`,
);

/** Whether the network took no message of a run, and refused or never got at least one. */
export const haveAllFailed = async (tx: Sql, id: number): Promise<boolean> => (await one(tx.run(allFailed, [id]))).found;
/** Whether the connection of a run stopped by itself after the last live event about the run. */
export const isNewlyStopped = async (tx: Sql, id: number): Promise<boolean> => (await one(tx.run(newlyStopped, [id]))).found;

const setReported = statement("send_run_reported", `UPDATE send_run SET reported_at = clock_timestamp() WHERE id = $1`);

/** Stores that there is a live event about a locked run now. */
export const setRunReported = (tx: Sql, id: number) => tx.run(setReported, [id]);

const takeChanges = statement<{ runId: number }>(
  "send_change_take",
  `WITH taken AS (DELETE FROM send_change WHERE ctid IN (SELECT ctid FROM send_change LIMIT 5000 FOR UPDATE SKIP LOCKED) RETURNING run_id)
   SELECT DISTINCT run_id AS "runId" FROM taken ORDER BY 1`,
);
const addChange = statement("send_change_add", `INSERT INTO send_change VALUES ($1)`);

/** Takes the runs whose recipients have changed since the last call, by their ids. */
export const takeRunChanges = async (tx: Sql): Promise<number[]> => (await tx.run(takeChanges)).map(({ runId }) => runId);
export const addRunChange = (tx: Sql, runId: number) => tx.run(addChange, [runId]);

const expiredRuns = statement<{ id: number }>(
  "send_run_expired",
  `SELECT r.id FROM send_run r LEFT JOIN send_pacing p USING (connection_id)
   WHERE r.state IN ('freezing', 'running', 'paused') AND (r.connection_id IS NULL OR
     (r.state = 'running' AND p.stopped_at IS NULL AND greatest(r.active_since, coalesce(p.handed_at, '-infinity')) < $1))
   ORDER BY r.id LIMIT 100`,
);

/** Runs that cannot go on: their connection was deleted, or it has handed nothing over since this moment. */
export const listExpiredRuns = async (sql: Sql, since: Date): Promise<number[]> =>
  (await sql.run(expiredRuns, [since])).map(({ id }) => id);
