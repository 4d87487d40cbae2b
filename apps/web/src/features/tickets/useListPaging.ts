import type { ListStatus } from "@balcao/domain/tickets";
import { useEffect, useLayoutEffect, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";

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
