import { statement, type Sql } from "../sql/index.js";

/** A run of the import of another system that has not been undone. */
export interface SystemRun {
  readonly id: number;
  /** The name of its source, such as `whaticket:old`. */
  readonly source: string;
  /** The kind that it has come to. */
  readonly kind: string;
  /** What it has made and left out so far, by kinds. */
  readonly counts: unknown;
  /** What it has said at its end; null before, and for runs of earlier versions. */
  readonly report: unknown;
  /** Whether it has written something within two minutes. */
  readonly isAlive: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

const MOST = 50;
const listRuns = statement<SystemRun>(
  "moving_system_runs",
  `SELECT r.id, s.name AS source, r.kind, r.counts, r.report, r.state = 'running' AND coalesce(r.advanced_at, r.started_at) > clock_timestamp() - interval '2 minutes' AS "isAlive",
     r.started_at AS "startedAt", r.ended_at AS "endedAt"
   FROM moving_run r JOIN moving_source s ON s.id = r.source_id
   WHERE r.state <> 'undone' AND NOT starts_with(s.name, 'chat:') ORDER BY r.id DESC LIMIT ${MOST}`,
);

/** The last runs of imports of other systems, the newest first. */
export const listSystemRuns = (sql: Sql): Promise<SystemRun[]> => sql.run(listRuns);
