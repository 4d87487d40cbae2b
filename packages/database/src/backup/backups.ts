import { first, statement, type Sql } from "../sql/index.js";

export interface BackupRow {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly bytes: number;
  readonly files: number;
  readonly encrypted: boolean;
}

const insert = statement(
  "backup_insert",
  "INSERT INTO backup (started_at, finished_at, bytes, files, encrypted) VALUES ($1, $2, $3, $4, $5)",
);
const newest = statement<{ finishedAt: Date; bytes: number }>(
  "backup_newest",
  `SELECT finished_at AS "finishedAt", bytes FROM backup ORDER BY id DESC LIMIT 1`,
);

export const insertBackup = (sql: Sql, { startedAt, finishedAt, bytes, files, encrypted }: BackupRow) =>
  sql.run(insert, [startedAt, finishedAt, bytes, files, encrypted]);
/** The last complete backup. */
export const findLastBackup = (sql: Sql) => first(sql.run(newest));
