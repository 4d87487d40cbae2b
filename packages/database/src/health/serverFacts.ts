import { GONE_SECONDS } from "../alerts/index.js";
import { one, statement, type Sql } from "../sql/index.js";

/** A transaction of any program that has been idle for long. */
interface OpenTransaction {
  /** The program's `application_name` at PostgreSQL. */
  readonly program: string;
  readonly seconds: number;
}

/** What runs at the database. */
export interface Pulse {
  /** Our processes that said lately that they live: one that stands still keeps its connections. */
  readonly apis: number;
  readonly workers: number;
  readonly openTransaction: OpenTransaction | null;
}

/** What the database server says about itself and about our processes. */
interface ServerFacts extends Pulse {
  readonly version: string;
  readonly bytes: number;
  readonly connections: number;
  readonly connectionsAllowed: number;
  /** The newest migration. */
  readonly schema: string;
  /** When the first migration ran here. */
  readonly installedAt: Date;
}

const server = statement<Omit<ServerFacts, keyof Pulse>>(
  "health_server",
  `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::bigint AS bytes,
     (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
     current_setting('max_connections')::int AS "connectionsAllowed",
     (SELECT max(name) FROM schema_migration) AS schema,
     (SELECT min(executed_at) FROM schema_migration) AS "installedAt"`,
);
const pulse = statement<Pulse>(
  "health_pulse",
  `SELECT count(*) FILTER (WHERE program = 'api')::int AS apis, count(*) FILTER (WHERE program = 'worker')::int AS workers,
     (SELECT jsonb_build_object('program', application_name, 'seconds', extract(epoch FROM now() - xact_start)::int) FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND xact_start < now() - $1 * interval '1 second'
      ORDER BY xact_start LIMIT 1) AS "openTransaction"
   FROM process WHERE seen_at >= now() - ${GONE_SECONDS} * interval '1 second'`,
);

/** Reads the server's facts; names a transaction that has been idle for `openSeconds`. */
export async function readServerFacts(sql: Sql, openSeconds: number): Promise<ServerFacts> {
  const [facts, found] = await Promise.all([one(sql.run(server)), readPulse(sql, openSeconds)]);
  return { ...facts, ...found };
}

/** Counts our processes and returns the oldest transaction that has been idle for `openSeconds`, or null. */
export const readPulse = (sql: Sql, openSeconds: number): Promise<Pulse> => one(sql.run(pulse, [openSeconds]));
