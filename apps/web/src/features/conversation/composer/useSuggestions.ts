import { useId, useState, type KeyboardEvent } from "react";
import type { Typed } from "./typed";

interface SuggestionOptions<T> {
  readonly typed: Typed | null;
  readonly items: readonly T[];
  readonly onPick: (item: T, typed: Typed) => void;
  /** Better items are still being loaded; the keys wait for the first one. */
  readonly waiting?: boolean;
  /** Shows the list without items, too, for what it says then. */
  readonly emptyToo?: boolean;
}

/**
 * A list of suggestions for what is typed before the cursor, chosen with the arrow keys, Enter or
 * Tab, and closed with Escape. The focus stays in the box.
 */
export function useSuggestions<T>({ typed, items, onPick, waiting = false, emptyToo = false }: SuggestionOptions<T>) {
  const listId = useId();
  const [place, setPlace] = useState<{ readonly typed: Typed | null; readonly at: number }>({ typed: null, at: 0 });
  const [dismissed, setDismissed] = useState<Typed | null>(null);
  const wanted = typed !== null && typed !== dismissed;
  const shown = wanted ? items : [];
  const active = Math.min(place.typed === typed ? place.at : 0, shown.length - 1);
  const setActive = (at: number) => setPlace({ typed, at });
  const pick = (item: T | undefined) => {
    if (item !== undefined && typed) onPick(item, typed);
  };
  const step = (by: number) => setActive((active + by + shown.length) % Math.max(1, shown.length));
  const keys: Partial<Record<string, () => void>> = {
    ...((shown.length > 0 || waiting) && {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => pick(shown[active]),
      Tab: () => pick(shown[active]),
    }),
    Escape: () => setDismissed(typed),
  };
  const open = wanted && (shown.length > 0 || waiting || emptyToo);
  return {
    open,
    listId,
    items: shown,
    active,
    pick,
    hover: setActive,
    /** Runs a key of the open list; false when it is not one. */
    runKey: (event: KeyboardEvent): boolean => {
      const run = open && !event.nativeEvent.isComposing && !event.shiftKey ? keys[event.key] : undefined;
      if (!run) return false;
      event.preventDefault();
      event.stopPropagation();
      run();
      return true;
    },
  };
}

export type Suggestions<T> = ReturnType<typeof useSuggestions<T>>;

/** What the box tells screen readers about its list. */
export function toComboboxProps({ open, listId, items, active }: Pick<Suggestions<unknown>, "open" | "listId" | "items" | "active">) {
  return {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": open,
    "aria-controls": open ? listId : undefined,
    "aria-activedescendant": open && items.length > 0 ? `${listId}-${active}` : undefined,
  } as const;
}
