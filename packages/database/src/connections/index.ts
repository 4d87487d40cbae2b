import { one, statement, type Sql } from "../sql/index.js";

export { clearAccountNotices, putAccountNotice } from "./accountNotices.js";

const liveTickets = statement<{ id: number }>(
  "connection_live_tickets",
  `SELECT id FROM ticket WHERE connection_id = $1 AND status <> 'closed' ORDER BY id LIMIT $2`,
);

/** Lists live tickets of a connection, the oldest first. */
export async function listLiveTicketIds(sql: Sql, connectionId: number, limit: number): Promise<number[]> {
  return (await sql.run(liveTickets, [connectionId, limit])).map(({ id }) => id);
}

const connectionById = statement("connection_exists", `SELECT 1 FROM connection WHERE id = $1`);

/** Returns whether a connection exists now; a process's directory may be older. */
export const isConnection = async (sql: Sql, id: number): Promise<boolean> => (await sql.run(connectionById, [id])).length > 0;

const lockRow = statement("connection_lock", `SELECT 1 FROM connection WHERE id = $1 FOR UPDATE`);

/** Locks a connection before its deletion: waits for what names it already, and holds up what comes. */
export const lockConnection = async (tx: Sql, id: number): Promise<void> => void (await tx.run(lockRow, [id]));

const lockDefault = statement("connection_default_lock", `SELECT pg_advisory_xact_lock(hashtextextended('connection.default', 0))`);
const readDefault = statement<{ defaultId: number | null; count: number }>(
  "connection_default",
  `SELECT (max(id) FILTER (WHERE is_default))::int AS "defaultId", count(*)::int AS count FROM connection`,
);

/**
 * Returns the default connection and the number of connections, and locks both until the
 * transaction ends.
 */
export async function lockDefaultConnection(tx: Sql): Promise<{ readonly defaultId: number | null; readonly count: number }> {
  await tx.run(lockDefault);
  return one(tx.run(readDefault));
}
