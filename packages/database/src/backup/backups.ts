import { first, one, statement, type Sql } from "../sql/index.js";

export interface BackupRow {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly bytes: number;
  readonly files: number;
  readonly encrypted: boolean;
  /** After how many days the command deletes it; null where nobody said so. */
  readonly keepDays: number | null;
}

// By names, because a backup is made before the first migration of an upgrade, when a new column is not there yet.
const insert = statement(
  "backup_insert",
  `INSERT INTO backup SELECT row.* FROM jsonb_populate_record(NULL::backup, jsonb_build_object('id', nextval(pg_get_serial_sequence('backup', 'id')),
     'started_at', $1::timestamptz, 'finished_at', $2::timestamptz, 'bytes', $3::bigint, 'files', $4::int, 'encrypted', $5::boolean, 'keep_days', $6::int)) AS row`,
);
const newest = statement<{ finishedAt: Date; bytes: number }>(
  "backup_newest",
  `SELECT finished_at AS "finishedAt", bytes FROM backup ORDER BY id DESC LIMIT 1`,
);

const sizes = statement<{ tableBytes: number; fileBytes: number }>(
  "backup_sizes",
  `SELECT (SELECT coalesce(sum(pg_table_size(oid)), 0) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'm'))::float8 AS "tableBytes",
     (SELECT coalesce(sum(size), 0) FROM file)::float8 AS "fileBytes"`,
);

const age = statement<{ seconds: number }>(
  "backup_age",
  `SELECT extract(epoch FROM now() - coalesce(
     (SELECT finished_at FROM backup ORDER BY id DESC LIMIT 1), (SELECT min(executed_at) FROM schema_migration)))::int AS seconds`,
);

// Without archiving, the figures of earlier times mean nothing.
const archive = statement<{ failing: boolean }>(
  "backup_archive",
  `SELECT current_setting('archive_mode') <> 'off' AND coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing
   FROM pg_stat_archiver`,
);

export const insertBackup = (sql: Sql, { startedAt, finishedAt, bytes, files, encrypted, keepDays }: BackupRow) =>
  sql.run(insert, [startedAt, finishedAt, bytes, files, encrypted, keepDays]);
/** The last complete backup. */
export const findLastBackup = (sql: Sql) => first(sql.run(newest));
/** How large what a backup copies is: the tables without their indexes, and the files. */
export const readBackupSizes = (sql: Sql) => one(sql.run(sizes));
/** How old the last complete backup is; without one, the installation, whose first day is that of its first migration. */
export const readBackupAge = async (sql: Sql): Promise<number> => (await one(sql.run(age))).seconds;
/** Whether PostgreSQL archives its write-ahead log, and its last attempt failed. */
export const readArchiveFailing = async (sql: Sql): Promise<boolean> => (await one(sql.run(archive))).failing;
