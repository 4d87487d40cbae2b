import type { TicketView } from "@balcao/contracts/tickets";
import { useState, type KeyboardEvent, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { focusWhenShown, useSingleKey, useSingleKeys } from "../../lib/keyboard";
import { useOffline } from "../../lib/live";

interface TicketKeysOptions {
  readonly rows: readonly TicketView[];
  readonly selectedId: number | null;
  /** Whether the accept key works: the list is the waiting one, and no conversation has the key. */
  readonly accepts: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtual: RefObject<VirtualizerHandle | null>;
  readonly onOpen: (ticket: TicketView) => void;
  readonly onAccept: (ticket: TicketView) => void;
}

/** Scrolls to a row and focuses it. */
function focusTicket({ scroller, virtual }: Pick<TicketKeysOptions, "scroller" | "virtual">, index: number, ticket: TicketView): void {
  virtual.current?.scrollToIndex(index, { align: "nearest" });
  focusWhenShown(() => scroller.current?.querySelector<HTMLElement>(`[data-ticket-id="${ticket.id}"]`));
}

/**
 * The keyboard control of a ticket list: one row is active; arrows and letters move, open
 * and accept.
 */
export function useTicketKeys({ rows, selectedId, accepts, scroller, virtual, onOpen, onAccept }: TicketKeysOptions) {
  const [activeId, setActiveId] = useState<number | null>(null);
  const [singleKeys] = useSingleKeys();
  const offline = useOffline();
  const key = activeId ?? selectedId;
  const found = rows.findIndex(({ id }) => id === key);
  const activeIndex = Math.max(0, found);

  const moveTo = (index: number) => {
    const at = Math.min(rows.length - 1, Math.max(0, index));
    const ticket = rows[at];
    if (!ticket) return;
    setActiveId(ticket.id);
    focusTicket({ scroller, virtual }, at, ticket);
  };
  const step = (by: 1 | -1) => moveTo(key === null ? 0 : activeIndex + by);
  const nextUnread = () => {
    const from = activeIndex + 1;
    const at = [...rows.slice(from), ...rows.slice(0, from)].find((row) => row.unreadMessages > 0);
    if (at) moveTo(rows.indexOf(at));
  };
  const acceptActive = () => {
    const ticket = rows[activeIndex];
    if (ticket?.status === "pending" && !offline) onAccept(ticket);
  };
  const openActive = () => {
    const ticket = rows[activeIndex];
    if (ticket) onOpen(ticket);
  };

  useSingleKey("next", () => step(1));
  useSingleKey("previous", () => step(-1));
  useSingleKey("nextUnread", nextUnread);
  useSingleKey("accept", acceptActive, { enabled: accepts });

  const moves: Partial<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Home: () => moveTo(0),
    End: () => moveTo(rows.length - 1),
    ArrowRight: () => scroller.current?.querySelector<HTMLElement>(`[data-ticket-id="${rows[activeIndex]?.id ?? ""}"] button`)?.focus(),
    ArrowLeft: () => moveTo(activeIndex),
  };
  /** Keys that a button inside the row uses itself. */
  const ofRow: Partial<Record<string, () => void>> = {
    Enter: openActive,
    ...(singleKeys === "on" && { o: openActive, a: acceptActive }),
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target instanceof HTMLButtonElement;
    const run = moves[event.key] ?? (onButton ? undefined : ofRow[event.key]);
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  return { active: { key, index: activeIndex }, setActiveId, onKeyDown };
}
