import type { ServerEvent } from "@balcao/contracts/realtime";
import { applyMessageToList, applyTicketEvent, type TicketListView } from "@balcao/contracts/tickets";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

/** Tickets with unread messages, newest first: what the bell shows (SHELL-040, D-022). */
export const unreadTicketsQuery = queryOptions({
  queryKey: ["tickets", "unread"],
  queryFn: ({ signal }) => call("tickets", "list", { query: { withUnreadMessages: true } }, { signal }),
  meta: { live: true },
});

const isUnread = (ticket: { readonly unreadMessages: number }): boolean => ticket.unreadMessages > 0;
const onlyUnread = (list: TicketListView): TicketListView => ({ ...list, tickets: list.tickets.filter(isUnread) });

/** The bell after a `ticket` event; read tickets leave it. */
export function updateUnreadTickets(client: QueryClient, event: ServerEvent<"ticket">): void {
  client.setQueryData(unreadTicketsQuery.queryKey, (list) => list && onlyUnread(applyTicketEvent(list, event, isUnread)));
}

/** The bell after a message. */
export function updateUnreadByMessage(client: QueryClient, event: ServerEvent<"appMessage">): void {
  client.setQueryData(unreadTicketsQuery.queryKey, (list) => list && onlyUnread(applyMessageToList(list, event, isUnread)));
}
