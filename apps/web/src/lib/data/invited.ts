import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { TicketView } from "@balcao/contracts/tickets";
import { call } from "../api";
import { readSelf } from "./viewer";

/** The tickets that the person is invited to, newest activity first (D-552). */
export const invitedQuery = queryOptions({
  queryKey: ["tickets", "invited"],
  queryFn: ({ signal }) => call("tickets", "invited", {}, { signal }),
  meta: { live: true },
});

/** Reads them again after something happened to one of them, or to one that the person is invited to now. */
export function refreshInvited(client: QueryClient, ticketId: number, ticket?: TicketView): void {
  const { queryKey } = invitedQuery;
  const selfId = readSelf(client)?.id;
  const concerns = ticket?.guests?.some(({ id }) => id === selfId) ?? false;
  if (concerns || client.getQueryData(queryKey)?.some(({ id }) => id === ticketId)) void client.invalidateQueries({ queryKey });
}
