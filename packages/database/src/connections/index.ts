import type { AccountNotice, AccountSubject } from "@balcao/domain/connections";
import { one, statement, type Sql } from "../sql/index.js";

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

const clear = statement(
  "account_notice_clear",
  "DELETE FROM account_notice WHERE connection_id = $1 AND subject = $2 AND ($3::text IS NULL OR object = $3) AND at <= $4",
);
const put = statement(
  "account_notice_put",
  `INSERT INTO account_notice AS known (connection_id, subject, object, type, detail, at, until) VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (connection_id, subject, object) DO UPDATE
   SET type = excluded.type, detail = excluded.detail, at = excluded.at, until = excluded.until WHERE known.at <= excluded.at`,
);

/** The end of what a connection has of a subject, or of one object of it; what was said later stays. */
export async function clearAccountNotices(
  tx: Sql,
  connectionId: number,
  { subject, object }: { readonly subject: AccountSubject; readonly object?: string },
  at: Date,
): Promise<void> {
  await tx.run(clear, [connectionId, subject, object ?? null, at]);
}

/** Stores a notice in place of an earlier one of the same object. */
export async function putAccountNotice(tx: Sql, connectionId: number, notice: AccountNotice, at: Date): Promise<void> {
  const { subject, object, type, detail, until } = notice;
  await tx.run(put, [connectionId, subject, object, type, detail, at, until]);
}
