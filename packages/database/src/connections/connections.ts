import { statement, type Sql } from "../sql/index.js";

const liveTickets = statement<{ id: number }>(
  "connection_live_tickets",
  `SELECT id FROM ticket WHERE connection_id = $1 AND status <> 'closed' ORDER BY id LIMIT $2`,
);

/** Live tickets of a connection, the oldest first. */
export async function listLiveTicketIds(sql: Sql, connectionId: number, limit: number): Promise<number[]> {
  return (await sql.run(liveTickets, [connectionId, limit])).map(({ id }) => id);
}
