import type { TicketView } from "@balcao/contracts/tickets";
import { setTicketUnread } from "@balcao/database/tickets";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicket } from "./accessTicket.js";
import { readTicketView } from "./listTickets.js";
import { recordTicketChange } from "./recordTicketChange.js";

/**
 * Counts one message of a ticket as unread until its owner, or anyone in a group, looks at it again. Nothing changes
 * where messages are unread already, and the customer's phone shows nothing of it.
 */
export async function markTicketUnread(services: Services, ctx: Ctx, { ticketId }: { readonly ticketId: number }): Promise<TicketView> {
  await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:markUnread" });
    const after = await setTicketUnread(unit, ticketId);
    if (!after) return { audit: "unchanged", result: null };
    await recordTicketChange(unit, ticket, after);
    const { contactId, queueId, connectionId, userId } = after;
    return { audit: { action: "ticket.markUnread", ticketId, contactId, queueId, connectionId, subjectUserId: userId }, result: null };
  });
  return readTicketView(services, ctx, ticketId);
}
