import type { ServerEvent } from "@balcao/contracts/live";
import { applyMessageToList, applyTicketEvent, type TicketListView } from "@balcao/contracts/tickets";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { listTickets } from "./listTickets";

/** The tickets with unread messages, newest first, for the bell (SHELL-040, D-022). */
export const unreadTicketsQuery = queryOptions({
  queryKey: ["tickets", "unread"],
  queryFn: ({ signal }) => listTickets({ withUnreadMessages: true }, signal),
  meta: { live: true },
});

const isUnread = (ticket: { readonly unreadMessages: number }): boolean => ticket.unreadMessages > 0;
const onlyUnread = (list: TicketListView): TicketListView => ({ ...list, tickets: list.tickets.filter(isUnread) });

/** The bell after a `ticket` event; tickets that were read are removed. */
export function updateUnreadTickets(client: QueryClient, event: ServerEvent<"ticket">): void {
  client.setQueryData(unreadTicketsQuery.queryKey, (list) => list && onlyUnread(applyTicketEvent(list, event, isUnread)));
}

/** The bell after a message. */
export function updateUnreadByMessage(client: QueryClient, event: ServerEvent<"appMessage">): void {
  client.setQueryData(unreadTicketsQuery.queryKey, (list) => list && onlyUnread(applyMessageToList(list, event, isUnread)));
}
