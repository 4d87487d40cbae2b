import { statement, type Sql } from "./statement.js";

/** A program at the PostgreSQL server and how many connections it has or may open. */
export interface ConnectionUse {
  readonly program: string;
  readonly connections: number;
}

/**
 * Returns the application name of our process at the server; it includes the size of its pools, so
 * that other processes can add them up.
 */
export function toProgramName(name: string, poolSize: number, tag: string): string {
  return `${name} pool=${poolSize} ${tag}`;
}

const allowed = statement<{ n: number }>(
  "connections_allowed",
  `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
     - coalesce(nullif(current_setting('reserved_connections', true), '')::int, 0) AS n`,
);
// Our pools open connections as needed, so they count at their full size; other programs count by
// their open connections.
const used = statement<ConnectionUse>(
  "connections_used",
  `SELECT program, coalesce(substring(program FROM ' pool=([0-9]{1,4}) ')::int, count(*)::int) AS connections
   FROM (SELECT regexp_replace(application_name, '-models$', '') AS program FROM pg_stat_activity WHERE datname IS NOT NULL) listed
   GROUP BY program`,
);

/** Returns how many connections the server allows to ordinary roles together. */
export async function getAllowedConnections(sql: Sql): Promise<number> {
  return (await sql.run(allowed))[0]?.n ?? 0;
}

/** Lists the programs that are connected to the server, to any database. */
export const listConnectionUse = (sql: Sql) => sql.run(used);
