import type { ListStatus } from "@balcao/domain/tickets";
import { useEffect, useLayoutEffect, useRef, type FocusEvent, type PointerEvent, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { loadAhead } from "../../lib/data/messages";
import { useOffline } from "../../lib/live";
import { queryClient } from "../../lib/queryClient";

/** The distance from the end at which the next page is loaded, in pixels (INBOX-024, CONST-006). */
const NEXT_PAGE_PX = 100;

/** The scroll position of each list, in pixels, until the page is reloaded. */
const scrollOffsets = new Map<ListName, number>();

/** A list, the search, or a saved view by its id. */
type ListName = ListStatus | "search" | number;

interface Paging {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface ListPagingOptions extends Paging {
  /** Names the list, for its scroll position. */
  readonly name: ListName;
  readonly virtual: RefObject<VirtualizerHandle | null>;
  readonly loaded: number;
}

interface Refilled {
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/**
 * Reads a list anew when everything that was loaded has left it although there is more: no row says then where it goes on. Returns
 * whether it is so.
 */
export function useRefill(
  { isFetching, error, refetch }: Refilled,
  { loaded, hasMore }: { readonly loaded: number; readonly hasMore: boolean },
) {
  const isSpent = loaded === 0 && hasMore && !error;
  useEffect(() => {
    if (isSpent && !isFetching) void refetch();
  }, [isSpent, isFetching, refetch]);
  return isSpent;
}

/**
 * Loads the next page near the end of a list and restores the list's scroll position. Returns the
 * scroll handler.
 */
export function useListPaging(options: ListPagingOptions) {
  const { name, virtual, loaded, hasNextPage, isFetchingNextPage, fetchNextPage } = options;
  useLayoutEffect(() => {
    const offset = scrollOffsets.get(name);
    if (offset !== undefined) virtual.current?.scrollTo(offset);
  }, [name, virtual]);

  // A short first page may leave space for the next one.
  useEffect(() => {
    const list = virtual.current;
    if (list && hasNextPage && !isFetchingNextPage && list.viewportSize > 0 && list.scrollSize <= list.viewportSize) void fetchNextPage();
  }, [virtual, loaded, hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (offset: number) => {
    scrollOffsets.set(name, offset);
    const list = virtual.current;
    if (list && hasNextPage && !isFetchingNextPage && offset + list.viewportSize > list.scrollSize - NEXT_PAGE_PX) void fetchNextPage();
  };
}

/** The pointer or the keyboard's focus rests on a row from this time on, in ms. */
const REST_MS = 100;

/** Whether the browser asks pages to load little. */
const savesData = (): boolean => (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

const ticketIdOf = (target: EventTarget): number | null => {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-ticket-id]") : null;
  return row ? Number(row.dataset["ticketId"]) : null;
};

/**
 * Loads the messages of the row on which a mouse or the keyboard's focus rests, so that its conversation opens at once: one row for
 * each rest, and one at a time. Events keep what was loaded up to date, because all lists are joined.
 */
export function useLoadAhead() {
  const offline = useOffline();
  const over = useRef<number | null>(null);
  const rested = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const busy = useRef(false);
  const leave = () => {
    over.current = null;
    rested.current = null;
    clearTimeout(timer.current);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const load = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    // Another row may be rested on meanwhile.
    while (rested.current !== null) {
      const ticketId = rested.current;
      rested.current = null;
      await loadAhead(queryClient, ticketId);
    }
    busy.current = false;
  };
  const come = (target: EventTarget, rests: boolean): void => {
    const ticketId = ticketIdOf(target);
    if (ticketId === over.current) return;
    leave();
    over.current = ticketId;
    if (ticketId === null || !rests || offline || savesData()) return;
    timer.current = setTimeout(() => {
      rested.current = ticketId;
      void load();
    }, REST_MS);
  };
  return {
    onPointerOver: ({ target, pointerType }: PointerEvent) => come(target, pointerType === "mouse"),
    // A press focuses its row, too, and opens it.
    onFocus: ({ target }: FocusEvent) => come(target, target.matches(":focus-visible")),
    onLeave: leave,
  };
}
