import { first, statement, type Sql } from "../sql/index.js";

// `last_activity` also rises with each change by a person, so that a ticket which somebody has just
// reopened is not idle, and an imported one that nobody has touched here is not. A message that is journalled, but not applied yet, counts as written.
const IDLE = `t.bucket IN ('open', 'bot') AND NOT t.is_group AND (t.imported IS NULL OR t.version > 1) AND t.last_activity < $1 AND (t.bucket = 'bot' OR (t.waiting_since IS NULL AND (
    SELECT m.from_me FROM message m WHERE m.ticket_id = t.id AND m.type <> 'comment' ORDER BY m.sent_at DESC, m.id DESC LIMIT 1)))
  AND NOT EXISTS (SELECT 1 FROM contact_address a JOIN inbound_event e ON e.state = 0 AND e.lane = t.connection_id || ':' || a.kind || ':' || a.value
    WHERE a.contact_id = t.contact_id)`;

const idleRows = statement<{ id: number }>(
  "flow_idle",
  `SELECT t.id FROM ticket t WHERE ${IDLE} AND t.queue_key = ANY($3::int[]) ORDER BY t.last_activity LIMIT $2`,
);
const idleRow = statement<{ id: number }>("flow_is_idle", `SELECT t.id FROM ticket t WHERE t.id = $2 AND ${IDLE}`);

/**
 * Lists open tickets of which we wrote the last message, and tickets of the bot, in which nothing has
 * happened since a moment, of some queues, 0 for none. Groups, paused tickets and waiting customers are never among them.
 */
export const listIdleTickets = async (
  sql: Sql,
  { since, queueKeys, limit }: { readonly since: Date; readonly queueKeys: readonly number[]; readonly limit: number },
) => (await sql.run(idleRows, [since, limit, queueKeys])).map(({ id }) => id);

/** Whether a locked ticket still is one of them. */
export const isIdleTicket = async (tx: Sql, ticketId: number, since: Date) => (await first(tx.run(idleRow, [since, ticketId]))) !== null;
