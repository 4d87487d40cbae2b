import { useEffect, useRef, type PointerEvent } from "react";
import { loadAhead } from "../../lib/data/messages";
import { useOffline } from "../../lib/live";
import { queryClient } from "../../lib/queryClient";

/** The pointer rests on a row from this time on, in ms. */
const REST_MS = 100;

/** Whether the browser asks pages to load little. */
const savesData = (): boolean => (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

const ticketIdOf = (target: EventTarget): number | null => {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-ticket-id]") : null;
  return row ? Number(row.dataset["ticketId"]) : null;
};

/**
 * Loads the messages of the row on which a mouse rests, so that its conversation opens at once: one row for each rest, and one at a
 * time. Events keep what was loaded up to date, because all lists are joined.
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
    // The pointer may come to rest on another row meanwhile.
    while (rested.current !== null) {
      const ticketId = rested.current;
      rested.current = null;
      await loadAhead(queryClient, ticketId);
    }
    busy.current = false;
  };
  return {
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      const ticketId = ticketIdOf(target);
      if (ticketId === over.current) return;
      leave();
      over.current = ticketId;
      if (ticketId === null || pointerType !== "mouse" || offline || savesData()) return;
      timer.current = setTimeout(() => {
        rested.current = ticketId;
        void load();
      }, REST_MS);
    },
    onPointerLeave: leave,
  };
}
