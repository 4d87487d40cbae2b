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
import {
  changeSavedView,
  countSavedViews,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  listSeenAds,
} from "@balcao/application/inbox/savedViews";
import { changeTickets } from "@balcao/application/people/manyTickets";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** Tickets and saved views of them. */
export function ticketHandlers(services: Services): { readonly [F in "tickets" | "savedViews"]: FeatureHandlers<F> } {
  const run = commandOf(services);
  return {
    tickets: {
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
    },
    savedViews: {
      list: run(listSavedViews),
      counts: run(countSavedViews),
      ads: run(listSeenAds),
      create: run(createSavedView),
      change: run(changeSavedView),
      delete: run(deleteSavedView),
    },
  };
}
