import type { ListStatus } from "@balcao/domain/tickets";
import { useEffect, useLayoutEffect, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";

/** The next page is asked for this close to the end, in pixels (INBOX-024, CONST-006). */
const NEXT_PAGE_PX = 100;

/** Where each list was left, in pixels, while the page lives. */
const scrollOffsets = new Map<ListStatus, number>();

interface Paging {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface ListPagingOptions extends Paging {
  readonly status: ListStatus;
  readonly virtual: RefObject<VirtualizerHandle | null>;
  readonly loaded: number;
}

/** Reads the next page near the end of a list, and brings a list back to where it was left. Answers the scroll handler. */
export function useListPaging(options: ListPagingOptions) {
  const { status, virtual, loaded, hasNextPage, isFetchingNextPage, fetchNextPage } = options;
  useLayoutEffect(() => {
    const offset = scrollOffsets.get(status);
    if (offset !== undefined) virtual.current?.scrollTo(offset);
  }, [status, virtual]);

  // A short first page may leave room for the next one.
  useEffect(() => {
    const list = virtual.current;
    if (list && hasNextPage && !isFetchingNextPage && list.viewportSize > 0 && list.scrollSize <= list.viewportSize) void fetchNextPage();
  }, [virtual, loaded, hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (offset: number) => {
    scrollOffsets.set(status, offset);
    const list = virtual.current;
    if (list && hasNextPage && !isFetchingNextPage && offset + list.viewportSize > list.scrollSize - NEXT_PAGE_PX) void fetchNextPage();
  };
}
