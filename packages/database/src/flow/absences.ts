import { first, statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type LockedTicket } from "../tickets/ticketWrites.js";

const noteAbsent = statement(
  "absence_put",
  "INSERT INTO user_absence (user_id, since) SELECT id, $2 FROM unnest($1::int[]) AS id ON CONFLICT DO NOTHING",
);
const deleteOthers = statement("absence_delete", "DELETE FROM user_absence WHERE user_id <> ALL($1::int[])");
// The cells name the few walks of the index that have tickets.
const unanswered = statement<{ ticketId: number; queueId: number | null; since: Date }>(
  "absence_unanswered",
  `SELECT t.id AS "ticketId", t.queue_id AS "queueId", greatest(a.since, t.waiting_since) AS since
   FROM user_absence a JOIN (
     SELECT bucket, queue_key, user_key FROM ticket_cell WHERE bucket IN ('open', 'pending') AND n > 0
     UNION SELECT bucket, queue_key, user_key FROM ticket_cell_delta WHERE bucket IN ('open', 'pending')) c ON c.user_key = a.user_id
   JOIN ticket t ON t.bucket = c.bucket AND t.queue_key = c.queue_key AND t.user_key = c.user_key
   WHERE c.queue_key = ANY($3::int[]) AND t.waiting_since IS NOT NULL AND greatest(a.since, t.waiting_since) <= $1 ORDER BY t.waiting_since LIMIT $2`,
);
const lockRow = statement<LockedTicket>(
  "absence_lock",
  `SELECT ${LOCKED_COLUMNS} FROM ticket
   WHERE id = $1 AND status IN ('open', 'pending') AND waiting_since <= $2 AND user_id IN (SELECT user_id FROM user_absence WHERE since <= $2)
   FOR UPDATE SKIP LOCKED`,
);

/** Stores who is not there from now on; whoever was not there before keeps the earlier time, and all others are there. */
export async function followAbsences(tx: Sql, absent: readonly number[], now: Date): Promise<void> {
  await tx.run(deleteOthers, [absent]);
  await tx.run(noteAbsent, [absent, now]);
}

/** Lists open and pending tickets of people who are not there, in some queues, unanswered all the while since before a moment. */
export const listUnanswered = (
  sql: Sql,
  { before, queueKeys, limit }: { readonly before: Date; readonly queueKeys: readonly number[]; readonly limit: number },
) => sql.run(unanswered, [before, limit, queueKeys]);

/** Locks such a ticket if it still is one, and nobody else has locked it. */
export const lockUnanswered = (tx: Sql, ticketId: number, since: Date) => first(tx.run(lockRow, [ticketId, since]));
