import type { TicketView } from "@balcao/contracts/tickets";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ListStatus } from "@balcao/domain/tickets";
import { useAfterResolving } from "../../lib/afterResolving";
import { ticketListQuery, joinPages } from "../../lib/data/ticketLists";
import { onClosed } from "../conversation";
import { useInboxPlace } from "./inboxPlace";
import { useListFilter, useQueueSelection, useShowAll } from "./listFilter";

/** The pages of a list that are loaded already; asks for none. */
function useLoadedPages(status: ListStatus) {
  const filterOf = useListFilter();
  return useInfiniteQuery({ ...ticketListQuery(filterOf(status)), enabled: false }).data?.pages;
}

/** What waits under the choice above the lists. */
export function useWaiting() {
  const { selected } = useQueueSelection();
  const { showAll } = useShowAll();
  const loaded = useLoadedPages("pending")?.[0]?.tickets ?? [];
  return {
    waiting: { showAll, queueIds: selected },
    /** Whether a loaded ticket waits, beside the one with this id. */
    othersWait: (ticketId: number | null): boolean => loaded.some(({ id }) => id !== ticketId),
  };
}

/** Which of two tickets of the list comes after the one that is gone: the next, else the one before. */
function neighbour(tickets: readonly TicketView[], ticketId: number | null): TicketView | undefined {
  const at = tickets.findIndex((ticket) => ticket.id === ticketId);
  return at === -1 ? undefined : (tickets[at + 1] ?? tickets[at - 1]);
}

/**
 * After a person closed the shown ticket, shows the next one of the list; none where the person
 * chose so, on a phone, and after a search or a saved view.
 */
export function useNextAfterClose(ticketId: number | null, show: (id: number | null) => void): void {
  const { place } = useInboxPlace();
  const [then] = useAfterResolving();
  const staysInList = place.status === null || then === "list";
  const pages = useLoadedPages(place.status ?? "open");
  // The list may lose the ticket before the answer comes.
  const nextId = useRef<number | null>(null);
  useEffect(() => {
    const { tickets } = joinPages(pages ?? []);
    if (staysInList) nextId.current = null;
    else if (tickets.some((ticket) => ticket.id === ticketId)) nextId.current = neighbour(tickets, ticketId)?.id ?? null;
    else if (ticketId === null) nextId.current = null;
  }, [pages, ticketId, staysInList]);
  useEffect(
    () =>
      onClosed((closed) => {
        if (closed.id === ticketId) show(window.matchMedia("(max-width: 899.95px)").matches ? null : nextId.current);
      }),
    [show, ticketId],
  );
}
