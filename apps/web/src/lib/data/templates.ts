import type { ServerEvent } from "@balcao/contracts/live";
import { applyTemplateToList, type TemplateListView, type TemplateView } from "@balcao/contracts/templates";
import type { TemplateDraft } from "@balcao/domain/templates";
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

/** The template that Meta has of a draft now, by name, language and text; Meta writes the text of a template for codes itself. */
export async function findTemplate(
  connectionId: number,
  { name, language, category, body }: Pick<TemplateDraft, "name" | "language" | "category" | "body">,
): Promise<TemplateView | null> {
  const { data } = await call("templates", "listForConnection", { params: { whatsappId: connectionId } });
  const isSame = ({ components }: TemplateView): boolean =>
    category === "AUTHENTICATION" || components.some(({ type, text }) => type === "BODY" && text === body);
  return data.find((each) => each.name === name && each.language === language && isSame(each)) ?? null;
}

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
