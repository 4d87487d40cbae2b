import { statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type LockedTicket } from "../tickets/index.js";

/** A customer's ack of one message of ours: nothing failed, and in no group. */
export interface ReportedAck {
  readonly connectionId: number;
  readonly externalId: string;
  /** Above 0. */
  readonly ack: number;
  readonly at: Date;
}

const OURS = `unnest($1::int[], $2::text[]) AS r(connection_id, external_id)`;
const known = statement<{ connectionId: number; externalId: string }>(
  "acks_known",
  `SELECT DISTINCT r.connection_id AS "connectionId", r.external_id AS "externalId"
   FROM ${OURS} JOIN message m ON m.connection_id = r.connection_id AND m.external_id = r.external_id AND m.from_me`,
);
const lockTickets = statement<LockedTicket>(
  "acks_lock_tickets",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE id IN (
     SELECT m.ticket_id FROM ${OURS} JOIN message m ON m.connection_id = r.connection_id AND m.external_id = r.external_id AND m.from_me
   ) ORDER BY id FOR UPDATE`,
);
const confirm = statement<{ id: string }>(
  "acks_confirm",
  `UPDATE outbox o SET state = 'sent', finished_at = clock_timestamp(), error = NULL FROM ${OURS}
   WHERE o.connection_id = r.connection_id AND o.external_id = r.external_id AND o.state <> 'sent' AND o.state <> 'cancelled' RETURNING o.id`,
  { wakes: ["outbox"] },
);
// The same as `message_raise_acks` for each of them in turn: the first time of an ack stays.
const raise = statement<{ id: number; ticketId: number; connectionId: number; externalId: string }>(
  "acks_raise",
  `WITH ack AS (
     SELECT connection_id, external_id, max(ack) AS ack, jsonb_object_agg(ack::text, at ORDER BY place DESC) AS times
     FROM unnest($1::int[], $2::text[], $3::int[], $4::text[]) WITH ORDINALITY AS u(connection_id, external_id, ack, at, place) GROUP BY 1, 2)
   UPDATE message m SET ack = greatest(m.ack, r.ack), error = CASE WHEN r.ack < m.ack OR m.media_state = 'failed' THEN m.error END,
     ack_times = r.times || coalesce(m.ack_times, '{}'::jsonb)
   FROM ack r
   WHERE m.connection_id = r.connection_id AND m.external_id = r.external_id AND m.from_me
     AND (r.ack > m.ack OR NOT coalesce(m.ack_times, '{}'::jsonb) ?& ARRAY(SELECT jsonb_object_keys(r.times)))
   RETURNING m.id, m.ticket_id AS "ticketId", m.connection_id AS "connectionId", m.external_id AS "externalId"`,
);

/**
 * Applies acks of any conversations: locks the tickets in the order of their ids, marks the sends as sent, and raises the acks of
 * the messages, each once. Returns the tickets as they were, the messages that changed, and the ids that were known before: one that is
 * stored meanwhile was not raised, so that its ack still has to wait.
 */
export async function applyAcks(tx: Sql, acks: readonly ReportedAck[]) {
  if (acks.length === 0) return { tickets: [], raised: [], known: [] };
  const column = <K extends keyof ReportedAck>(key: K) => acks.map((ack) => ack[key]);
  const ids = [column("connectionId"), column("externalId")] as const;
  const [before, tickets, , raised] = await Promise.all([
    tx.run(known, ids),
    tx.run(lockTickets, ids),
    tx.run(confirm, ids),
    tx.run(raise, [...ids, column("ack"), column("at").map((at) => at.toISOString())]),
  ]);
  return { tickets, raised, known: before };
}
