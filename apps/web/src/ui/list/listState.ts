import { useDeferredValue, useState } from "react";
import { useSettled } from "../../lib/useSettled";
import { SEARCH_DELAY_MS } from "../SearchField";

/** The state of a list page, independent of where its items come from. */
export interface ListState<Item> {
  /** The number of items; undefined until it is loaded, or when nobody counts them. */
  readonly count: number | undefined;
  /** Whether there are more than `count`, which the api does not count. */
  readonly uncounted?: boolean | undefined;
  /** The shown items, after the search; undefined until they are loaded. */
  readonly shown: readonly Item[] | undefined;
  readonly term: string;
  readonly setTerm: (term: string) => void;
  readonly error: Error | null;
  readonly retry: () => void;
  /** The search is shown whatever the number of items. */
  readonly searchable?: boolean;
  /** Set while a filter of the page hides items; takes all of them off. */
  readonly narrowed?: { readonly clear: () => void } | undefined;
  /** Loads the next page; undefined when everything is loaded. */
  readonly more?: (() => void) | undefined;
}

interface Read<Item> {
  readonly data: readonly Item[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/**
 * A list that is loaded completely and searched by name; `among` restricts the items that are
 * searched, but not the count.
 */
export function useWholeList<Item extends { readonly name: string }>(
  { data, error, refetch }: Read<Item>,
  among: readonly Item[] = data ?? [],
): ListState<Item> {
  const [term, setTerm] = useState("");
  const wanted = useDeferredValue(term).trim().toLocaleLowerCase();
  return {
    count: data?.length,
    shown: data && among.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)),
    term,
    setTerm,
    error,
    retry: () => void refetch(),
  };
}

interface PagedRead {
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface PagedList<Item> {
  readonly items: readonly Item[] | undefined;
  readonly count: number | undefined;
  readonly uncounted?: boolean | undefined;
  readonly narrowed?: { readonly clear: () => void } | undefined;
  /** The typed search term; `useSettledTerm` delays it until typing pauses. */
  readonly term: string;
  readonly setTerm: (term: string) => void;
}

/** A list that the api searches and returns in pages. */
export function toPagedList<Item>({ items, ...list }: PagedList<Item>, read: PagedRead): ListState<Item> {
  return {
    ...list,
    shown: items,
    error: read.error,
    retry: () => void read.refetch(),
    more: read.hasNextPage && !read.isFetchingNextPage ? () => void read.fetchNextPage() : undefined,
  };
}

/** A search term, and its value after nobody has typed for 500 ms. */
export function useSettledTerm() {
  const [term, setTerm] = useState("");
  const { settled } = useSettled(term.trim(), SEARCH_DELAY_MS);
  return { term, setTerm, settled };
}
