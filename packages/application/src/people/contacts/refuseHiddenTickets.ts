import { AppError } from "@balcao/contracts/errors";
import type { DoomedTicket } from "@balcao/database/contacts";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { mayOnTicket, toTicketFacts } from "../../inbox/tickets/index.js";

/**
 * Refuses to delete or merge a contact whose conversations are not all the person's to decide about, administrators excepted [D-267]:
 * ERR_CONTACT_HIDDEN_TICKETS, with their number, where the person may not open one, ERR_CONTACT_ATTENDED while somebody else attends
 * one. The caller has locked all tickets of the contact.
 */
export function refuseHiddenTickets(services: Services, ctx: Ctx, tickets: readonly DoomedTicket[]): void {
  if (ctx.actor.profile === "admin") return;
  const hidden = tickets.filter((ticket) => !mayOnTicket(services, ctx, "ticket:open", toTicketFacts(ticket)));
  if (hidden.length > 0)
    throw new AppError("ERR_CONTACT_HIDDEN_TICKETS", {
      sentence: `Este contato tem ${hidden.length} conversa(s) que você não pode abrir. Peça a um administrador.`,
      details: [{ field: "tickets", rule: String(hidden.length) }],
    });
  if (tickets.some(({ status, userId }) => status === "open" && userId !== null && userId !== ctx.actor.id))
    throw new AppError("ERR_CONTACT_ATTENDED");
}
