import { one, statement, type Sql } from "../sql/index.js";

/** A process that was not seen for so many seconds, three of its beats, has ended without a word, stands still, or has no database. */
export const GONE_SECONDS = 30;

/** What processes say of themselves. */
export interface ProcessReport {
  /** Processes that ended without a word within a day, and whose place none that started since has taken. */
  readonly lost: number;
  /** Whether the volume of the data folder of any of them is nearly full. */
  readonly isDiskLow: boolean;
}

const beat = statement(
  "process_beat",
  `INSERT INTO process (id, program, disk_low) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET seen_at = now(), disk_low = excluded.disk_low`,
);
const leave = statement("process_leave", `DELETE FROM process WHERE id = $1`);
const forget = statement("process_forget", `DELETE FROM process WHERE seen_at < now() - interval '1 day'`);
// One that started after the first of them was last seen has taken a place.
const report = statement<ProcessReport>(
  "process_report",
  `WITH gone AS (SELECT program, count(*) AS n, min(seen_at) AS first FROM process WHERE seen_at < now() - ${GONE_SECONDS} * interval '1 second' GROUP BY program)
   SELECT coalesce(sum(greatest(0, gone.n - (SELECT count(*) FROM process p WHERE p.program = gone.program AND p.started_at >= gone.first))), 0)::int AS lost,
     EXISTS (SELECT FROM process WHERE disk_low AND seen_at >= now() - ${GONE_SECONDS} * interval '1 second') AS "isDiskLow" FROM gone`,
);

/** Notes that a process lives, and how its disk is. */
export async function noteProcess(
  sql: Sql,
  { id, program, isDiskLow }: { id: string; program: string; isDiskLow: boolean },
): Promise<void> {
  await sql.run(beat, [id, program, isDiskLow]);
}

/** Notes that a process stops. */
export async function leaveProcess(sql: Sql, id: string): Promise<void> {
  await sql.run(leave, [id]);
}

/** Forgets processes that were not seen for a day. */
export async function forgetProcesses(sql: Sql): Promise<void> {
  await sql.run(forget);
}

export const readProcesses = (sql: Sql): Promise<ProcessReport> => one(sql.run(report));
