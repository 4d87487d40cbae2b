import type { Sql } from "@balcao/database/sql";
import { lockTicket, raiseTicketVersion } from "@balcao/database/tickets";
import { recordTicketChange } from "../tickets/index.js";

/** Browsers learn that a message's file has changed: one live event, in the transaction of the change. */
export async function tellMessage(tx: Sql, ticketId: number, messageId: number): Promise<void> {
  const ticket = await lockTicket(tx, ticketId);
  if (ticket) await recordTicketChange(tx, ticket, await raiseTicketVersion(tx, ticketId), { updated: [messageId] });
}
