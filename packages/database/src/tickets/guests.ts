import { one, statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type GuestColumns, type LockedTicket } from "./ticketWrites.js";

const setRow = statement<LockedTicket>(
  "ticket_guests",
  `UPDATE ticket SET guest_ids = $2, guest_inviter_ids = $3, version = version + 1 WHERE id = $1 RETURNING ${LOCKED_COLUMNS}`,
);
// The first condition is that of the index.
const ofGuest = statement<{ id: number }>(
  "ticket_of_guest",
  `SELECT id FROM ticket WHERE guest_ids <> '{}' AND guest_ids @> ARRAY[$1::int] ORDER BY last_activity DESC, id DESC LIMIT $2`,
);

/** Stores who is invited to a ticket, which must be locked. */
export const setTicketGuests = (tx: Sql, ticketId: number, { guestIds, guestInviterIds }: GuestColumns): Promise<LockedTicket> =>
  one(tx.run(setRow, [ticketId, guestIds, guestInviterIds]));

/** The ids of the tickets that a person is invited to, newest activity first. */
export async function listGuestTicketIds(sql: Sql, userId: number, most: number): Promise<number[]> {
  return (await sql.run(ofGuest, [userId, most])).map(({ id }) => id);
}
