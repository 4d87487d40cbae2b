import type { TicketView } from "@balcao/contracts/tickets";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

const keyOf = (contactId: number) => ["planned", contactId];

/** What is scheduled in a conversation. What waits in an ended one of the contact is shown in the live one, so the key has the contact. */
export const plannedQuery = ({ id, contactId }: Pick<TicketView, "id" | "contactId">) =>
  queryOptions({
    queryKey: [...keyOf(contactId), id],
    queryFn: ({ signal }) => call("schedules", "ofTicket", { params: { ticketId: id } }, { signal }),
    meta: { live: true },
  });

/** Reads what is scheduled with a contact again. */
export function refreshPlanned(client: QueryClient, { contactId }: { readonly contactId: number }): void {
  void client.invalidateQueries({ queryKey: keyOf(contactId) });
}
