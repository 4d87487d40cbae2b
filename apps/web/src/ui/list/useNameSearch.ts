import { useState } from "react";

/** What a person looks for in a list that is loaded whole, and what of it was found, by name. */
export interface NameSearch<Item> {
  /** Everything there is, undefined until it is loaded. */
  readonly all: readonly Item[] | undefined;
  readonly shown: readonly Item[];
  readonly term: string;
  readonly setTerm: (term: string) => void;
}

/** Searches a loaded list by name; `among` narrows what is searched without changing what there is. */
export function useNameSearch<Item extends { readonly name: string }>(
  all: readonly Item[] | undefined,
  among: readonly Item[] = all ?? [],
): NameSearch<Item> {
  const [term, setTerm] = useState("");
  const wanted = term.trim().toLocaleLowerCase();
  return { all, shown: among.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)), term, setTerm };
}
