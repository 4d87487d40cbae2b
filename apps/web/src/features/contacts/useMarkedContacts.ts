import type { ContactView } from "@balcao/contracts/contacts";
import { LIMITS } from "@balcao/domain/limits";
import { useState } from "react";
import { useSelf } from "../../lib/session";
import type { Marks } from "../../ui/list";

const MOST = LIMITS.contact.many;

interface MarkedContacts {
  /** Undefined for people who can do nothing with several. */
  readonly marks: Marks<ContactView> | undefined;
  /** The marked contacts that are still listed, in the order of the list. */
  readonly marked: readonly ContactView[];
  readonly clear: () => void;
}

/** The marked ones of the listed contacts, at most as many as one call takes. */
export function useMarkedContacts(items: readonly ContactView[]): MarkedContacts {
  const { editContact, delContact } = useSelf();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const marked = items.filter(({ id }) => ids.has(id));
  const clear = () => setIds(new Set());
  const mayMark = editContact || delContact;
  return {
    marked,
    clear,
    marks: mayMark
      ? {
          count: marked.length,
          isFull: marked.length >= MOST,
          isMarked: ({ id }) => ids.has(id),
          toggle: ({ id }) => setIds(new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])),
          toggleAll: (listed) =>
            listed.every(({ id }) => ids.has(id)) ? clear() : setIds(new Set(listed.slice(0, MOST).map(({ id }) => id))),
        }
      : undefined,
  };
}
