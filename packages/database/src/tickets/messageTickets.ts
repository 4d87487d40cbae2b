import { first, statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type LockedTicket } from "./ticketWrites.js";

const lockOfMessage = statement<LockedTicket>(
  "ticket_lock_of_message",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE id = (SELECT ticket_id FROM message WHERE id = $1) FOR UPDATE`,
);

/** Locks the ticket of a message that is about to change: tickets are locked before messages and before work on their files. */
export const lockTicketOfMessage = (tx: Sql, messageId: number): Promise<LockedTicket | null> => first(tx.run(lockOfMessage, [messageId]));
