import type { ServerEvent } from "@balcao/contracts/live";
import type { ProtocolListView, ProtocolView } from "@balcao/contracts/protocols";
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

const AREA = "protocols";
const ofTicketKey = (ticketId: number) => ["ticketProtocols", ticketId];

/** The protocols whose number or contact has the text, newest first, page by page. */
export const protocolsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [AREA, search],
    queryFn: ({ pageParam, signal }) => call(AREA, "list", { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    placeholderData: (before) => before,
    meta: { live: true },
  });

/** The protocols of a ticket, newest first. */
export const ticketProtocolsQuery = (ticketId: number) =>
  queryOptions({
    queryKey: ofTicketKey(ticketId),
    queryFn: ({ signal }) => call(AREA, "ofTicket", { params: { ticketId } }, { signal }),
    meta: { live: true },
  });

/** Loaded pages as the one list they are. */
export function joinProtocols(pages: readonly ProtocolListView[]): readonly ProtocolView[] {
  const seen = new Set<number>();
  return pages.flatMap((page) => page.protocolos).filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The loaded protocols after an event: a shown one changes at once, and the pages are read again for order and search. */
export function updateProtocols(client: QueryClient, { protocolo: protocol }: Pick<ServerEvent<"protocolo">, "protocolo">): void {
  const change = (known: ProtocolView): ProtocolView => (known.id === protocol.id ? protocol : known);
  client.setQueriesData<InfiniteData<ProtocolListView, number>>(
    { queryKey: [AREA] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, protocolos: page.protocolos.map(change) })) },
  );
  void client.invalidateQueries({ queryKey: [AREA] });
  void client.invalidateQueries({ queryKey: ofTicketKey(protocol.ticketId) });
  void client.invalidateQueries({ queryKey: ["contactProtocols", protocol.contact.id] });
}
