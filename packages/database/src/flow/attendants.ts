import { first, one, statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type LockedTicket } from "../tickets/ticketWrites.js";

const redirectsOf = statement<ContactRedirects>(
  "flow_redirects",
  `SELECT
     coalesce((SELECT array_agg(queue_id ORDER BY place) FROM contact_redirect_queue WHERE contact_id = $1), '{}') AS "queueIds",
     coalesce((SELECT array_agg(user_id ORDER BY place) FROM contact_redirect_user WHERE contact_id = $1), '{}') AS "userIds",
     coalesce((SELECT jsonb_agg(jsonb_build_object('queueId', queue_id, 'userId', user_id) ORDER BY queue_id) FROM contact_redirect WHERE contact_id = $1), '[]') AS "perQueue"`,
);
const putRow = statement(
  "offer_put",
  `INSERT INTO ticket_offer (ticket_id, queue_id, user_id, offered_at, tried) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (ticket_id) DO UPDATE SET queue_id = excluded.queue_id, user_id = excluded.user_id, offered_at = excluded.offered_at, tried = excluded.tried`,
);

/** The redirects of a contact, as entered. */
export interface ContactRedirects {
  readonly queueIds: readonly number[];
  readonly userIds: readonly number[];
  readonly perQueue: readonly { readonly queueId: number; readonly userId: number }[];
}

export const readRedirects = (tx: Sql, contactId: number) => one(tx.run(redirectsOf, [contactId]));

/** A pending ticket that was assigned by distribution and whom it was offered to so far. */
interface TicketOffer {
  readonly ticketId: number;
  readonly queueId: number;
  readonly userId: number;
  readonly offeredAt: Date;
  readonly tried: readonly number[];
}

export async function putOffer(tx: Sql, { ticketId, queueId, userId, offeredAt, tried }: TicketOffer): Promise<void> {
  await tx.run(putRow, [ticketId, queueId, userId, offeredAt, tried]);
}

const dueRows = statement<{ ticketId: number }>(
  "offer_due",
  `SELECT ticket_id AS "ticketId" FROM ticket_offer WHERE offered_at <= $1 AND queue_id = ANY($3::int[]) ORDER BY offered_at LIMIT $2`,
);
const rowOf = statement<TicketOffer>(
  "offer_get",
  `SELECT ticket_id AS "ticketId", queue_id AS "queueId", user_id AS "userId", offered_at AS "offeredAt", tried FROM ticket_offer WHERE ticket_id = $1`,
);
const deleteRow = statement("offer_delete", `DELETE FROM ticket_offer WHERE ticket_id = $1`);

/** Lists tickets of some queues that were offered before a moment, the oldest offers first. */
export const listDueOffers = async (
  sql: Sql,
  { before, queueIds, limit }: { readonly before: Date; readonly queueIds: readonly number[]; readonly limit: number },
) => (await sql.run(dueRows, [before, limit, queueIds])).map(({ ticketId }) => ticketId);

export const getOffer = (tx: Sql, ticketId: number) => first(tx.run(rowOf, [ticketId]));

export async function deleteOffer(tx: Sql, ticketId: number): Promise<void> {
  await tx.run(deleteRow, [ticketId]);
}

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
