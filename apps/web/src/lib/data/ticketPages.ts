import { ticketCursor, type TicketListView, type TicketOrder } from "@balcao/contracts/tickets";

/** The number of tickets per page of the api. */
const PAGE_SIZE = 40;
/** The number of tickets of each further page: the most that the api gives, because each one that comes takes a long frame. */
export const FURTHER_SIZE = 100;

/** Joins loaded pages into one list; the newest count is used. */
export function joinPages(pages: readonly TicketListView[]): TicketListView {
  const last = pages.at(-1);
  const seen = new Set<number>();
  const tickets = pages.flatMap((page) => page.tickets).filter(({ id }) => !seen.has(id) && seen.add(id));
  return { tickets, hasMore: last?.hasMore ?? false, count: last?.count ?? 0 };
}

/** Splits a list into pages again, so that a refetch reads as many as are loaded. */
export function chunkPages(list: TicketListView, order?: TicketOrder): { pages: TicketListView[]; pageParams: (string | undefined)[] } {
  const pages: TicketListView[] = [];
  const pageParams: (string | undefined)[] = [];
  for (let at = 0; at === 0 || at < list.tickets.length;) {
    const before = list.tickets[at - 1];
    const end = at + (before ? FURTHER_SIZE : PAGE_SIZE);
    pageParams.push(before && ticketCursor(before, order));
    pages.push({ ...list, tickets: list.tickets.slice(at, end), hasMore: end < list.tickets.length || list.hasMore });
    at = end;
  }
  return { pages, pageParams };
}
