import { summarizeTicket } from "@balcao/application/inbox/ai";
import { endInvitation, inviteToTicket, listInvitedTickets } from "@balcao/application/inbox/guests";
import type { Services } from "@balcao/application/ground/kernel";
import {
  changeTicket,
  createTicket,
  deleteTicket,
  getNextTicket,
  getTicket,
  getTicketByContact,
  listContactTickets,
  listDecisions,
  listTicketIds,
  listTickets,
  markTicketUnread,
  searchTickets,
} from "@balcao/application/inbox/tickets";
import { changeTickets } from "@balcao/application/people/manyTickets";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** Tickets. */
export function ticketHandlers(services: Services): FeatureHandlers<"tickets"> {
  const run = commandOf(services);
  return {
    list: run(listTickets),
    search: run(searchTickets),
    ids: run(listTicketIds),
    next: run(getNextTicket),
    invited: run(listInvitedTickets),
    byContact: run(getTicketByContact),
    ofContact: run(listContactTickets),
    get: run(getTicket),
    decisions: run(listDecisions),
    summarize: signedIn((ctx, { inParts, ...input }, call) => summarizeTicket(services, ctx, input, inParts ? call.sendText : undefined)),
    create: run(createTicket),
    change: run(changeTicket),
    changeMany: run(changeTickets),
    markUnread: run(markTicketUnread),
    invite: run(inviteToTicket),
    endInvitation: run(endInvitation),
    delete: run(deleteTicket),
  };
}
