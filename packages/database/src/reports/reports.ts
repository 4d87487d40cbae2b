import { first, one, statement, type Sql } from "../sql/index.js";

/** A finished report, with its file's path in the store. */
export interface ReportRow {
  readonly id: number;
  readonly kind: string;
  readonly format: string;
  readonly rows: number;
  readonly leftOut: number;
  readonly createdAt: Date;
}

/** A report that is being made. */
interface RunningReportRow {
  readonly kind: string;
  readonly format: string;
  readonly done: number;
  readonly total: number;
}

/** How long a report is kept, and how long one counts as running without a sign of its process. */
const KEPT = `interval '24 hours'`;
const SILENT = `interval '1 minute'`;
const COLUMNS = `id, kind, format, done_rows AS "rows", left_out AS "leftOut", created_at AS "createdAt"`;

const dropSilent = statement("report_drop_silent", `DELETE FROM report WHERE user_id = $1 AND is_running AND seen_at < now() - ${SILENT}`);
const insertRow = statement<{ id: number }>(
  "report_insert",
  `INSERT INTO report (user_id, kind, format, total_rows, left_out) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
);
const progressRow = statement("report_progress", `UPDATE report SET done_rows = $2, seen_at = now() WHERE id = $1 AND is_running`);
const finishRow = statement<ReportRow>(
  "report_finish",
  `UPDATE report SET is_running = false, done_rows = $2, file_id = $3, created_at = now() WHERE id = $1 AND is_running RETURNING ${COLUMNS}`,
);
const dropRow = statement("report_drop", `DELETE FROM report WHERE id = $1 AND is_running`);
const finishedRows = statement<ReportRow>(
  "report_list",
  `SELECT ${COLUMNS} FROM report WHERE user_id = $1 AND NOT is_running AND created_at > now() - ${KEPT} ORDER BY id DESC LIMIT $2`,
);
const runningRow = statement<RunningReportRow>(
  "report_running",
  `SELECT kind, format, done_rows AS done, total_rows AS total FROM report WHERE user_id = $1 AND is_running AND seen_at > now() - ${SILENT}`,
);
const fileRow = statement<{ path: string }>(
  "report_file",
  `SELECT f.path FROM report r JOIN file f ON f.id = r.file_id
   WHERE r.user_id = $1 AND r.kind = $2 AND r.format = $3 AND NOT r.is_running AND r.created_at > now() - ${KEPT} AND ($4::int IS NULL OR r.id = $4)
   ORDER BY r.id DESC LIMIT 1`,
);
const deleteRows = statement<{ path: string }>(
  "report_delete_old",
  `WITH gone AS (
     DELETE FROM report WHERE id IN (SELECT id FROM report
       WHERE CASE WHEN is_running THEN seen_at < now() - ${SILENT} ELSE created_at < now() - ${KEPT} END ORDER BY id LIMIT 200) RETURNING file_id
   ) DELETE FROM file USING gone WHERE file.id = gone.file_id RETURNING file.path`,
);

interface NewReport {
  readonly userId: number;
  readonly kind: string;
  readonly format: string;
  readonly totalRows: number;
  readonly leftOut: number;
}

/**
 * Begins a report of a person and returns its id; violates `report_running_uq` while another one is
 * made. One whose process is gone does not count.
 */
export async function insertReport(tx: Sql, { userId, kind, format, totalRows, leftOut }: NewReport): Promise<number> {
  await tx.run(dropSilent, [userId]);
  return (await one(tx.run(insertRow, [userId, kind, format, totalRows, leftOut]))).id;
}

/** Stores how many rows of a report are done, which also says that its process lives. */
export async function setReportProgress(sql: Sql, id: number, doneRows: number): Promise<void> {
  await sql.run(progressRow, [id, doneRows]);
}

/** Ends a report with its file; null when it no longer runs. */
export const finishReport = (tx: Sql, id: number, rows: number, fileId: string) => first(tx.run(finishRow, [id, rows, fileId]));

/** Removes a report that was not finished. */
export async function dropReport(sql: Sql, id: number): Promise<void> {
  await sql.run(dropRow, [id]);
}

/** Lists the finished reports of a person, the newest first. */
export const listReports = (sql: Sql, userId: number, limit: number) => sql.run(finishedRows, [userId, limit]);

export const getRunningReport = (sql: Sql, userId: number) => first(sql.run(runningRow, [userId]));

interface ReportChoice {
  readonly userId: number;
  readonly kind: string;
  readonly format: string;
  /** Null for the newest one. */
  readonly id: number | null;
}

/** The stored path of a person's own report; null when there is none, or no longer. */
export const getReportPath = async (sql: Sql, { userId, kind, format, id }: ReportChoice): Promise<string | null> =>
  (await first(sql.run(fileRow, [userId, kind, format, id])))?.path ?? null;

/** Deletes up to 200 reports that are a day old, or whose process is gone; returns the paths of their files, to be removed from the store. */
export async function deleteOldReports(sql: Sql): Promise<string[]> {
  return (await sql.run(deleteRows)).map(({ path }) => path);
}
