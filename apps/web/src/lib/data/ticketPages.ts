import { ticketCursor, type TicketListView } from "@balcao/contracts/tickets";

/** The number of tickets per page of the api (D-031). */
const PAGE_SIZE = 40;

/** Joins loaded pages into one list; the newest count is used. */
export function joinPages(pages: readonly TicketListView[]): TicketListView {
  const last = pages.at(-1);
  const seen = new Set<number>();
  const tickets = pages.flatMap((page) => page.tickets).filter(({ id }) => !seen.has(id) && seen.add(id));
  return { tickets, hasMore: last?.hasMore ?? false, count: last?.count ?? 0 };
}

/** Splits a list into pages again, so that a refetch reads as many as are loaded. */
export function chunkPages(list: TicketListView): { pages: TicketListView[]; pageParams: (string | undefined)[] } {
  const pages: TicketListView[] = [];
  const pageParams: (string | undefined)[] = [];
  for (let at = 0; at === 0 || at < list.tickets.length; at += PAGE_SIZE) {
    const before = list.tickets[at - 1];
    pageParams.push(before && ticketCursor(before));
    pages.push({ ...list, tickets: list.tickets.slice(at, at + PAGE_SIZE), hasMore: at + PAGE_SIZE < list.tickets.length || list.hasMore });
  }
  return { pages, pageParams };
}
