import { first, one, statement, type Sql } from "../sql/index.js";

/** A transaction of any program that has been idle for long. */
export interface OpenTransaction {
  /** The program's `application_name` at PostgreSQL. */
  readonly program: string;
  readonly seconds: number;
}

/** What the database server says about itself and about our processes. */
interface ServerFacts {
  readonly version: string;
  readonly bytes: number;
  readonly connections: number;
  readonly connectionsAllowed: number;
  /** Our running processes, counted by their names at the server. */
  readonly apis: number;
  readonly workers: number;
  /** The newest migration. */
  readonly schema: string;
  /** When the first migration ran here. */
  readonly installedAt: Date;
  readonly openTransaction: OpenTransaction | null;
}

const server = statement<Omit<ServerFacts, "openTransaction">>(
  "health_server",
  `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::bigint AS bytes,
     (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
     current_setting('max_connections')::int AS "connectionsAllowed",
     (SELECT count(DISTINCT regexp_replace(application_name, '-models$', ''))::int FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'balcao-api pool=%') AS apis,
     (SELECT count(DISTINCT regexp_replace(application_name, '-models$', ''))::int FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'balcao-worker pool=%') AS workers,
     (SELECT max(name) FROM schema_migration) AS schema,
     (SELECT min(executed_at) FROM schema_migration) AS "installedAt"`,
);
const openTransaction = statement<OpenTransaction>(
  "health_open_transaction",
  `SELECT application_name AS program, extract(epoch FROM now() - xact_start)::int AS seconds FROM pg_stat_activity
   WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND xact_start < now() - $1 * interval '1 second' ORDER BY xact_start LIMIT 1`,
);

/** Reads the server's facts; names a transaction that has been idle for `openSeconds`. */
export async function readServerFacts(sql: Sql, openSeconds: number): Promise<ServerFacts> {
  const [facts, open] = await Promise.all([one(sql.run(server)), readOpenTransaction(sql, openSeconds)]);
  return { ...facts, openTransaction: open };
}

/** Returns the oldest transaction that has been idle for `openSeconds`, or null. */
export const readOpenTransaction = (sql: Sql, openSeconds: number): Promise<OpenTransaction | null> =>
  first(sql.run(openTransaction, [openSeconds]));
