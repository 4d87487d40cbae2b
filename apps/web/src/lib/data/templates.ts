import type { ServerEvent } from "@balcao/contracts/realtime";
import { applyTemplateToList, type TemplateListView } from "@balcao/contracts/templates";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

const keyOf = (connectionId: number) => ["templates", connectionId] as const;

/** Every template of a connection's account, sorted by name as the api answers them; asked of Meta whenever the page is opened (D-220, TMPL-020). */
export const templatesQuery = (connectionId: number) =>
  queryOptions({
    queryKey: keyOf(connectionId),
    queryFn: ({ signal }) => call("templates", "listForConnection", { params: { whatsappId: connectionId } }, { signal }),
    staleTime: 0,
    meta: { live: true },
  });

/** The same for a conversation: the templates of its connection, which whoever may open the ticket may read (API-029). */
export const ticketTemplatesQuery = (ticketId: number, connectionId: number) =>
  queryOptions({
    queryKey: keyOf(connectionId),
    queryFn: ({ signal }) => call("templates", "listForTicket", { params: { ticketId } }, { signal }),
    staleTime: 30_000,
    meta: { live: true },
  });

/** The loaded templates after a `template` event; of an account that is not loaded it is nothing (RT-026). */
export function updateTemplates(client: QueryClient, event: ServerEvent<"template">): void {
  client.setQueryData<TemplateListView>(keyOf(event.whatsappId), (known) => known && { data: applyTemplateToList(known.data, event) });
}
