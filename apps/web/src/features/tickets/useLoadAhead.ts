import { useEffect, useRef, type FocusEvent, type PointerEvent } from "react";
import { loadAhead } from "../../lib/data/messages";
import { useOffline } from "../../lib/live";
import { queryClient } from "../../lib/queryClient";

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
