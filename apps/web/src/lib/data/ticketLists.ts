import type { OneContactEvent, ServerEvent } from "@balcao/contracts/live";
import {
  applyConnectionToList,
  applyContactToList,
  applyMessageToList,
  applyTicketEvent,
  ticketCursor,
  type BelongsToList,
  type TicketListView,
  type TicketOrder,
  type TicketView,
} from "@balcao/contracts/tickets";
import { windowUntil } from "@balcao/domain/messages";
import { sees, type ListStatus, type TicketFacts } from "@balcao/domain/tickets";
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";
import { belongsTo, type TicketListFilter } from "./belongsToList";
import { readViewer } from "./viewer";

type ListPages = InfiniteData<TicketListView, string | undefined>;
type Counts = Readonly<Partial<Record<ListStatus, number>>>;

const LISTS = ["tickets", "list"] as const;

type Query = Parameters<typeof call<"tickets", "list">>[2]["query"];

/** A page of tickets. */
export function listTickets(query: Query, signal: AbortSignal): Promise<TicketListView> {
  // Facts without names come for longer pages only, which no screen asks for.
  return call("tickets", "list", { query }, { signal }) as Promise<TicketListView>;
}

/** The number of tickets per page of the api. */
const PAGE_SIZE = 40;
/** The number of tickets of each further page: the most that the api gives, because each one that comes takes a long frame. */
const FURTHER_SIZE = 100;

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

/**
 * One list of the inbox, page by page; the cursor of the last ticket requests the next page.
 */
export const ticketListQuery = (filter: TicketListFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ pageParam, signal }) => {
      const { queueIds, ...query } = filter;
      const page = pageParam === undefined ? {} : { cursor: pageParam, limit: FURTHER_SIZE };
      return listTickets({ ...query, ...(queueIds && { queueIds: [...queueIds] }), ...page }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => {
      const last = page.tickets.at(-1);
      return page.hasMore && last ? ticketCursor(last, filter.order) : undefined;
    },
    meta: { live: true },
  });

/**
 * The counts of the lists from the socket (INBOX-003); until they arrive, the list's own response
 * has a count.
 */
export const ticketCountsQuery = queryOptions({
  queryKey: ["tickets", "counts"],
  queryFn: (): Counts => ({}),
  staleTime: Infinity,
});

/** One ticket, for the conversation. */
export const ticketQuery = (ticketId: number) =>
  queryOptions({
    queryKey: ["tickets", "one", ticketId],
    queryFn: ({ signal }) => call("tickets", "get", { params: { ticketId } }, { signal }),
    meta: { live: true },
  });

/**
 * The ticket of the shown conversation, for its parts. Only the conversation reads it: a part that
 * appears after the ticket has left the person's sight must not ask for it again.
 */
export const shownTicketQuery = (ticketId: number) => ({ ...ticketQuery(ticketId), enabled: false });

/**
 * Changes every loaded list by its own rule. Without loaded settings the lists are read again
 * instead.
 */
function changeLists(
  client: QueryClient,
  change: (list: TicketListView, belongs: BelongsToList, order?: TicketOrder) => TicketListView,
): void {
  const viewer = readViewer(client);
  if (!viewer) return void client.invalidateQueries({ queryKey: LISTS });
  for (const [key, pages] of client.getQueriesData<ListPages>({ queryKey: LISTS })) {
    const filter = key[2] as TicketListFilter;
    if (!pages) continue;
    const before = joinPages(pages.pages);
    const after = change(before, belongsTo(filter, viewer.actor, viewer.settings), filter.order);
    if (after !== before) client.setQueryData<ListPages>(key, chunkPages(after, filter.order));
  }
}

function putOne(client: QueryClient, ticket: TicketView): void {
  client.setQueryData(ticketQuery(ticket.id).queryKey, (loaded) => {
    if (!loaded) return ticket;
    if (loaded.version > ticket.version) return loaded;
    // Only GET /tickets/{id} returns windowUntil; it stays valid while the connection is the same.
    const { windowUntil = ticket.windowUntil, whatsappId } = loaded;
    return windowUntil === undefined || whatsappId !== ticket.whatsappId ? ticket : { windowUntil, ...ticket };
  });
}

/** The mutation key of the calls that change a ticket; their variables hold its `ticketId`. */
export const TICKET_CHANGE = ["tickets", "change"] as const;

/** Whether this person is changing the ticket right now. */
const isChanging = (client: QueryClient, ticketId: number): boolean =>
  client.isMutating({
    mutationKey: TICKET_CHANGE,
    predicate: ({ state }) => (state.variables as { readonly ticketId: number }).ticketId === ticketId,
  }) > 0;

const withGuests = (ticket: TicketView): TicketFacts => ({ ...ticket, guestIds: (ticket.guests ?? []).map(({ id }) => id) });

/** Whether the person may not open the ticket as it is loaded: their own change took it out of their sight. */
function isKnownAsGone(client: QueryClient, ticketId: number): boolean {
  const viewer = readViewer(client);
  const loaded = client.getQueryData(ticketQuery(ticketId).queryKey);
  return viewer !== null && loaded !== undefined && !sees(viewer.actor, viewer.settings, withGuests(loaded));
}

/**
 * Lists and the open ticket after a `ticket` event. A ticket that the person
 * may not see any more is read again, because the refusal says why, but not after the person's own
 * change, which has an answer.
 */
export function updateTicketLists(client: QueryClient, event: ServerEvent<"ticket">): void {
  changeLists(client, (list, ...rule) => applyTicketEvent(list, event, ...rule));
  const { queryKey } = ticketQuery(event.ticketId);
  if (event.action === "update") putOne(client, event.ticket);
  else if (event.action === "updateUnread") client.setQueryData(queryKey, (loaded) => loaded && { ...loaded, unreadMessages: 0 });
  else {
    const answered = isChanging(client, event.ticketId) || isKnownAsGone(client, event.ticketId);
    void client.invalidateQueries({ queryKey, refetchType: answered ? "none" : "active" });
  }
}

/** Lists after a message. */
export function updateTicketListsByMessage(client: QueryClient, event: ServerEvent<"appMessage">): void {
  changeLists(client, (list, ...rule) => applyMessageToList(list, event, ...rule));
  putOne(client, event.ticket);
  const { action, message, ticket } = event;
  if (action === "update" || message.fromMe) return;
  const until = windowUntil(new Date(message.createdAt)).toISOString();
  client.setQueryData(ticketQuery(ticket.id).queryKey, (loaded) =>
    loaded?.windowUntil === undefined || until <= (loaded.windowUntil ?? "") ? loaded : { ...loaded, windowUntil: until },
  );
}

/** Lists and open tickets after a contact changed. */
export function updateTicketListsByContact(client: QueryClient, event: OneContactEvent): void {
  changeLists(client, (list) => applyContactToList(list, event));
  if (event.action === "delete") return;
  const { id, name, number, profilePicUrl, isGroup } = event.contact;
  client.setQueriesData<TicketView>({ queryKey: ["tickets", "one"] }, (ticket) =>
    ticket?.contactId === id ? { ...ticket, contact: { id, name, number, profilePicUrl, isGroup } } : ticket,
  );
}

/** Lists after a connection was renamed or deleted; open tickets are read again after the latter. */
export function updateTicketListsByConnection(client: QueryClient, event: ServerEvent<"whatsapp">): void {
  changeLists(client, (list) => applyConnectionToList(list, event));
  if (event.action === "delete") void client.invalidateQueries({ queryKey: ["tickets", "one"] });
}

/** The counts after a `ticketCounts` event. */
export function updateTicketCounts(client: QueryClient, event: ServerEvent<"ticketCounts">): void {
  client.setQueryData(ticketCountsQuery.queryKey, (loaded) => ({ ...loaded, ...event.counts }));
}

/** Puts a ticket that a call returned into every list and the open conversation. */
export function putTicket(client: QueryClient, ticket: TicketView): void {
  updateTicketLists(client, { action: "update", ticket, ticketId: ticket.id });
}
