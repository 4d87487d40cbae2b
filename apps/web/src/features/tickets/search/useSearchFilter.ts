import { useEffect, useMemo, useRef, useState } from "react";
import { useSelf } from "../../../lib/session";
import { SEARCH_DELAY_MS } from "../../../ui";
import { useInboxQuery } from "../inboxPlace";
import { readFilter, writeFilter, type SearchFilter, type TextFilter } from "./searchFilter";

const EMPTY = readFilter(new URLSearchParams());

/**
 * The filter of the search: the address holds what is searched for, the draft what is being typed.
 * Typing is taken over 500 ms after the last key, choices at once (INBOX-013).
 */
export function useSearchFilter() {
  const self = useSelf();
  const [query, write] = useInboxQuery();
  const address = writeFilter(readFilter(query)).toString();
  const filter = useMemo(() => {
    const read = readFilter(new URLSearchParams(address));
    return self.profile === "user" ? { ...read, userId: null } : read;
  }, [address, self.profile]);
  const [draft, setDraft] = useState(filter);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back and the tab bring another filter; what this person types is not overwritten by its own search.
  const taken = useRef(address);
  useEffect(() => {
    if (taken.current === address) return;
    taken.current = address;
    clearTimeout(timer.current);
    setDraft(filter);
  }, [address, filter]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (next: SearchFilter) => {
    clearTimeout(timer.current);
    const wanted = writeFilter(next);
    if (wanted.toString() === taken.current) return;
    taken.current = wanted.toString();
    write(wanted);
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });

  return {
    filter,
    draft,
    type: (name: TextFilter, text: string) => {
      const next = { ...draft, [name]: text };
      setDraft(next);
      clearTimeout(timer.current);
      // An empty field is a decision, not a beginning.
      if (text === "") apply(next);
      else timer.current = setTimeout(() => latest.current(next), SEARCH_DELAY_MS);
    },
    choose: (part: Partial<SearchFilter>) => {
      const next = { ...draft, ...part };
      setDraft(next);
      apply(next);
    },
    searchNow: () => apply(draft),
    /** Removes every filter beside the text. */
    clearFilters: () => {
      const next = { ...EMPTY, message: draft.message };
      setDraft(next);
      apply(next);
    },
  };
}

export type Search = ReturnType<typeof useSearchFilter>;
