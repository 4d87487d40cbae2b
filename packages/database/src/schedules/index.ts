import type { Recurrence } from "@balcao/domain/schedules";
import { chosenContacts, type SendContents } from "../sendRuns/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";

export {
  changePlannedRow,
  countPlanned,
  deletePlannedRow,
  getPlannedRows,
  insertPlanned,
  listDuePlanned,
  listPlannedOfTicket,
  lockPlanned,
  settlePlanned,
} from "./planned.js";
export type { PlannedRow } from "./planned.js";

/** When a schedule goes out and what it sends. */
export interface ScheduleDraft extends SendContents {
  readonly title: string;
  readonly recurrence: Recurrence;
  readonly value: string;
  readonly sendAt: Date;
  readonly allContacts: boolean;
  readonly contactIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly connectionId: number | null;
  readonly nextDue: Date | null;
  /** When its value becomes 0 again. */
  readonly resetAt: Date | null;
}

export interface ScheduleRow extends ScheduleDraft {
  readonly id: number;
  readonly userId: number | null;
  readonly updatedAt: Date;
  /** How many of its tags do not exist any more. */
  readonly missingTags: number;
  /** Nothing of it goes out until somebody resumes it. */
  readonly isPaused: boolean;
}

const COLUMNS = `id, title, message, recurrence, rule_value AS value, send_at AS "sendAt", all_contacts AS "allContacts",
  ${chosenContacts("contact_ids")} AS "contactIds", tag_ids AS "tagIds", connection_id AS "connectionId", user_id AS "userId", next_due AS "nextDue", reset_at AS "resetAt", updated_at AS "updatedAt",
  file_ids AS "fileIds", template, paused_at IS NOT NULL AS "isPaused",
  (SELECT count(*)::int FROM unnest(tag_ids) AS named(id) WHERE NOT EXISTS (SELECT FROM tag t WHERE t.id = named.id)) AS "missingTags"`;

const rows = statement<ScheduleRow>(
  "schedule_rows",
  `SELECT ${COLUMNS} FROM schedule WHERE deleted_at IS NULL AND ticket_id IS NULL AND ($1::int[] IS NULL OR id = ANY($1)) ORDER BY id DESC`,
);
const lockRow = statement<ScheduleRow>(
  "schedule_lock",
  `SELECT ${COLUMNS} FROM schedule WHERE id = $1 AND deleted_at IS NULL AND ticket_id IS NULL FOR UPDATE`,
);
const insertRow = statement<{ id: number }>(
  "schedule_insert",
  `INSERT INTO schedule (title, message, recurrence, rule_value, send_at, all_contacts, contact_ids, tag_ids, connection_id, next_due, file_ids, template, user_id, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) RETURNING id`,
  { wakes: ["sends"] },
);
const changeRow = statement(
  "schedule_change",
  `UPDATE schedule SET title = $2, message = $3, recurrence = $4, rule_value = $5, send_at = $6, all_contacts = $7, contact_ids = $8, tag_ids = $9,
     connection_id = $10, next_due = $11, file_ids = $12, template = $13, updated_at = $14, reset_at = $15 WHERE id = $1`,
  { wakes: ["sends"] },
);
const takeOver = statement("schedule_take_over", `UPDATE schedule SET user_id = $2 WHERE id = $1`);
const deleteRow = statement("schedule_delete", `UPDATE schedule SET deleted_at = $2, next_due = NULL, reset_at = NULL WHERE id = $1`);
const naming = statement<{ id: number }>(
  "schedule_naming",
  `SELECT id FROM schedule WHERE deleted_at IS NULL AND ($1 = ANY(tag_ids) OR connection_id = $2) ORDER BY id`,
);
const dueIds = statement<{ id: number }>(
  "schedule_due_ids",
  `SELECT id FROM schedule WHERE next_due <= $1 AND deleted_at IS NULL AND paused_at IS NULL ORDER BY next_due, id LIMIT $2`,
);
const setPause = statement("schedule_set_pause", `UPDATE schedule SET paused_at = $2, next_due = $3, updated_at = $4 WHERE id = $1`, {
  wakes: ["sends"],
});
const setDue = statement("schedule_set_due", `UPDATE schedule SET next_due = $2, rule_value = $3, reset_at = $4 WHERE id = $1`);
const reset = statement<{ id: number }>(
  "schedule_reset_values",
  `UPDATE schedule SET rule_value = '0', reset_at = NULL WHERE reset_at <= $1 RETURNING id`,
);

const values = (draft: ScheduleDraft): readonly unknown[] => [
  draft.title,
  draft.message,
  draft.recurrence,
  draft.value,
  draft.sendAt,
  draft.allContacts,
  draft.contactIds,
  draft.tagIds,
  draft.connectionId,
  draft.nextDue,
  draft.fileIds,
  draft.template && JSON.stringify(draft.template),
];

/** These schedules, or all of them, the newest first. Messages that are scheduled in a conversation are none of them. */
export const listScheduleRows = (sql: Sql, ids: readonly number[] | null = null): Promise<ScheduleRow[]> => sql.run(rows, [ids]);
export const lockSchedule = (tx: Sql, id: number): Promise<ScheduleRow | null> => first(tx.run(lockRow, [id]));
/** Returns the new schedule's id. */
export const insertSchedule = async (tx: Sql, draft: ScheduleDraft, userId: number, at: Date): Promise<number> =>
  (await one(tx.run(insertRow, [...values(draft), userId, at]))).id;
export const changeScheduleRow = (tx: Sql, id: number, draft: ScheduleDraft, at: Date) =>
  tx.run(changeRow, [id, ...values(draft), at, draft.resetAt]);
/** Makes another person answer for a locked schedule. */
export const takeOverSchedule = (tx: Sql, id: number, userId: number) => tx.run(takeOver, [id, userId]);
/** Hides a locked schedule and ends its runs to come. */
export const deleteScheduleRow = (tx: Sql, id: number, at: Date) => tx.run(deleteRow, [id, at]);
/** The schedules that name a tag or go out over a connection. */
export const listSchedulesNaming = async (
  tx: Sql,
  { tagId = null, connectionId = null }: { readonly tagId?: number | null; readonly connectionId?: number | null },
): Promise<number[]> => (await tx.run(naming, [tagId, connectionId])).map(({ id }) => id);
/** Schedules that are due, the longest first. */
export const listDueSchedules = async (sql: Sql, now: Date, limit: number): Promise<number[]> =>
  (await sql.run(dueIds, [now, limit])).map(({ id }) => id);
export const setScheduleDue = (
  tx: Sql,
  id: number,
  { nextDue, value, resetAt }: { readonly nextDue: Date | null; readonly value: string; readonly resetAt: Date | null },
) => tx.run(setDue, [id, nextDue, value, resetAt]);
/** Pauses a locked schedule, or lets it go on with its next moment. */
export const setSchedulePause = (
  tx: Sql,
  id: number,
  { isPaused, nextDue, at }: { readonly isPaused: boolean; readonly nextDue: Date | null; readonly at: Date },
) => tx.run(setPause, [id, isPaused ? at : null, nextDue, at]);
/** Sets values that are due for it back to 0. Returns the ids of the schedules. */
export const resetScheduleValues = async (tx: Sql, now: Date): Promise<number[]> => (await tx.run(reset, [now])).map(({ id }) => id);

const unusedFiles = statement<{ id: string }>(
  "schedule_unused_files",
  `SELECT f.id FROM unnest($2::uuid[]) AS f(id) WHERE NOT EXISTS (SELECT 1 FROM send_run r WHERE r.schedule_id = $1 AND (f.id = ANY(r.file_ids) OR position(f.id::text IN r.template::text) > 0))`,
);

/** Which of these files of a schedule no run has sent or will send. */
export const listUnusedFiles = async (tx: Sql, id: number, fileIds: readonly string[]): Promise<string[]> =>
  (await tx.run(unusedFiles, [id, fileIds])).map((file) => file.id);

/** One contact of a schedule's runs. */
export interface ScheduleLogRow {
  readonly runId: number;
  readonly contactId: number;
  readonly name: string;
  readonly wasSent: boolean;
  readonly at: Date;
  readonly body: string;
}

const logs = statement<ScheduleLogRow>(
  "schedule_logs",
  `SELECT s.run_id AS "runId", s.contact_id AS "contactId", coalesce(c.name, s.name) AS name, s.state IN ('sent', 'delivered', 'read', 'answered') AS "wasSent",
     coalesce(s.handed_at, s.changed_at, r.created_at) AS at, coalesce(nullif(m.body, ''), r.message) AS body
   FROM send_run r JOIN send_recipient s ON s.run_id = r.id LEFT JOIN contact c ON c.id = s.contact_id LEFT JOIN message m ON m.id = s.message_id
   WHERE r.schedule_id = $1 AND s.state NOT IN ('queued', 'handed') ORDER BY r.due_at DESC, s.contact_id LIMIT $2`,
);

/** What a schedule's runs sent, the newest run first. */
export const listScheduleLogs = (sql: Sql, scheduleId: number, limit: number): Promise<ScheduleLogRow[]> =>
  sql.run(logs, [scheduleId, limit]);
