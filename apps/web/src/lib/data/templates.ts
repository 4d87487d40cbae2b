import type { ServerEvent } from "@balcao/contracts/live";
import { applyTemplateToList, type TemplateListView } from "@balcao/contracts/templates";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

const keyOf = (connectionId: number) => ["templates", connectionId] as const;

/**
 * Every template of a connection's account, sorted by name by the api. The api reads them from Meta
 * whenever the page is opened.
 */
export const templatesQuery = (connectionId: number) =>
  queryOptions({
    queryKey: keyOf(connectionId),
    queryFn: ({ signal }) => call("templates", "listForConnection", { params: { whatsappId: connectionId } }, { signal }),
    staleTime: 0,
    meta: { live: true },
  });

/**
 * The templates of a conversation's connection, for everybody who may open the ticket.
 */
export const ticketTemplatesQuery = (ticketId: number, connectionId: number) =>
  queryOptions({
    queryKey: keyOf(connectionId),
    queryFn: ({ signal }) => call("templates", "listForTicket", { params: { ticketId } }, { signal }),
    staleTime: 30_000,
    meta: { live: true },
  });

/**
 * The loaded templates after a `template` event; an event of an account that is not loaded is
 * ignored.
 */
export function updateTemplates(client: QueryClient, event: ServerEvent<"template">): void {
  client.setQueryData<TemplateListView>(keyOf(event.whatsappId), (loaded) => loaded && { data: applyTemplateToList(loaded.data, event) });
}
