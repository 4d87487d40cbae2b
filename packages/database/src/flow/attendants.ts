import { first, one, statement, type Sql } from "../sql/index.js";

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
