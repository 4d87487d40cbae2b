import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

const keyOf = (ticketId: number) => ["ticketDecisions", ticketId];

/** The automatic decisions about a ticket, newest first. */
export const decisionsQuery = (ticketId: number) =>
  queryOptions({
    queryKey: keyOf(ticketId),
    queryFn: ({ signal }) => call("tickets", "decisions", { params: { ticketId } }, { signal }),
    meta: { live: true },
  });

/** Reads the shown decisions again after something happened to their ticket. */
export function refreshDecisions(client: QueryClient, ticketId: number): void {
  void client.invalidateQueries({ queryKey: keyOf(ticketId) });
}
