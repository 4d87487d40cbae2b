import type { ServerEvent } from "@balcao/contracts/live";
import { applyMessageToList, applyTicketEvent, type BelongsToList, type TicketListView } from "@balcao/contracts/tickets";
import { matches } from "@balcao/domain/access";
import { notificationCondition } from "@balcao/domain/tickets";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { listTickets } from "./ticketLists";
import { readViewer } from "./viewer";

/** The tickets with unread messages that concern the person, newest first, for the bell. */
export const unreadTicketsQuery = queryOptions({
  queryKey: ["tickets", "unread"],
  queryFn: ({ signal }) => listTickets({ withUnreadMessages: true }, signal),
  meta: { live: true },
});

/** Changes the loaded bell by the rule of the api; without loaded settings it is read again instead. */
function changeBell(client: QueryClient, change: (list: TicketListView, belongs: BelongsToList) => TicketListView): void {
  const viewer = readViewer(client);
  const { queryKey } = unreadTicketsQuery;
  if (!viewer) return void client.invalidateQueries({ queryKey });
  const condition = notificationCondition(viewer.actor, viewer.settings);
  const belongs: BelongsToList = ({ unreadMessages, status, isGroup, queueId, userId }) =>
    unreadMessages > 0 && matches(condition, { status, isGroup, queueId, userId });
  client.setQueryData(queryKey, (list) => {
    const changed = list && change(list, belongs);
    return changed && { ...changed, tickets: changed.tickets.filter(belongs) };
  });
}

/** The bell after a `ticket` event; tickets that were read, or that somebody else accepted, are removed. */
export function updateUnreadTickets(client: QueryClient, event: ServerEvent<"ticket">): void {
  changeBell(client, (list, belongs) => applyTicketEvent(list, event, belongs));
}

/** The bell after a message. */
export function updateUnreadByMessage(client: QueryClient, event: ServerEvent<"appMessage">): void {
  changeBell(client, (list, belongs) => applyMessageToList(list, event, belongs));
}
