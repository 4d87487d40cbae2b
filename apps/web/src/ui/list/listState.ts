import { useDeferredValue, useEffect, useState } from "react";
import { SEARCH_DELAY_MS } from "../SearchField";

/** What a list page shows, wherever it comes from. */
export interface ListState<Item> {
  /** How many there are; undefined until it is known. */
  readonly count: number | undefined;
  /** What is shown, after the search; undefined until something is loaded. */
  readonly shown: readonly Item[] | undefined;
  readonly term: string;
  readonly setTerm: (term: string) => void;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Loads the next page; absent when everything is loaded. */
  readonly more?: (() => void) | undefined;
}

interface Read<Item> {
  readonly data: readonly Item[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** A list that is loaded whole and searched by name; `among` narrows what is searched without changing the count. */
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
  /** What was typed into the search; `useSettledTerm` holds it back until typing pauses. */
  readonly term: string;
  readonly setTerm: (term: string) => void;
}

/** A list of which the api searches and answers pages. */
export function toPagedList<Item>({ items, ...list }: PagedList<Item>, read: PagedRead): ListState<Item> {
  return {
    ...list,
    shown: items,
    error: read.error,
    retry: () => void read.refetch(),
    more: read.hasNextPage && !read.isFetchingNextPage ? () => void read.fetchNextPage() : undefined,
  };
}

/** A search term, and the same once nobody has typed for 500 ms (CONST-001). */
export function useSettledTerm() {
  const [term, setTerm] = useState("");
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(term.trim()), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [term]);
  return { term, setTerm, settled };
}
