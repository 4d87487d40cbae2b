import { applyTicketToFound, type TicketSearchView, type TicketView } from "@balcao/contracts/tickets";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

/** The filters of a search, as the call names them. */
export type TicketSearchQuery = Parameters<typeof call<"tickets", "search">>[2]["query"];

const FOUND = ["tickets", "search"] as const;

/** The newest tickets that match a search. A new search stops the request of the one before. */
export const ticketSearchQuery = (query: TicketSearchQuery) =>
  queryOptions({
    queryKey: [...FOUND, query],
    queryFn: ({ signal }) => call("tickets", "search", { query }, { signal }),
    meta: { live: true },
  });

/** Shows found tickets as they are after an event. */
export function updateFoundTickets(client: QueryClient, ticket: TicketView): void {
  client.setQueriesData<TicketSearchView>({ queryKey: FOUND }, (found) => found && applyTicketToFound(found, ticket));
}
