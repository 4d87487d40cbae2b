import type { TicketHitView, TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { HTMLAttributes, KeyboardEvent, MouseEvent, ReactNode, RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { Virtualizer } from "virtua";
import { connectionsQuery } from "../../lib/data/connections";
import { focusWhenShown, isCommandPlace, useSingleKey, useSingleKeys } from "../../lib/keyboard";
import { useOffline } from "../../lib/live";
import { onceEach } from "../../lib/onceEach";
import { useSelf } from "../../lib/session";
import { useTabStop } from "../../lib/useTabStop";
import type { OpenOptions } from "./openOptions";
import { isTouch, useRowMenu } from "./rowMenu/useRowMenu";
import { TicketRow } from "./TicketRow";
import type { SearchedWords } from "./TicketRow";
import { useArrivals } from "./useArrivals";
import "./ticketRow.css";

/** The marks of the rows (D-503). */
interface RowMarks {
  readonly of: ReadonlyMap<number, unknown>;
  /** Marks a row, or takes its mark away; `ranged` from the one before. */
  readonly toggle: (ticket: TicketView, ranged: boolean) => void;
}

interface TicketKeysOptions {
  readonly rows: readonly TicketView[];
  readonly selectedId: number | null;
  /** Whether the accept key works: the list is the waiting one, and no conversation has the key. */
  readonly accepts: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtual: RefObject<VirtualizerHandle | null>;
  readonly marks: RowMarks | undefined;
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
function useTicketKeys({ rows, selectedId, accepts, scroller, virtual, marks, onOpen, onAccept }: TicketKeysOptions) {
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
  const markActive = (ranged: boolean) => {
    const ticket = rows[activeIndex];
    if (ticket) marks?.toggle(ticket, ranged);
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
  /** Letters act on a row that shows its focus. */
  const letters: Partial<Record<string, () => void>> =
    singleKeys === "on" ? { o: openActive, a: acceptActive, x: () => markActive(false), X: () => markActive(true) } : {};
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target instanceof HTMLButtonElement;
    // A button inside the row uses these keys itself.
    const ofRow = event.key === "Enter" ? openActive : isCommandPlace() ? letters[event.key] : undefined;
    const run = moves[event.key] ?? (onButton ? undefined : ofRow);
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  return { active: { key, index: activeIndex }, setActiveId, onKeyDown };
}

/** The buttons that accept waiting tickets. */
interface Accept {
  /** The button of a ticket, if there is one. */
  readonly of: (ticket: TicketView) => "accept" | "chooseQueue" | null;
  readonly pendingId: number | null;
  /** The key for it is free. */
  readonly byKey: boolean;
  readonly run: (ticket: TicketView) => void;
}

interface TicketGridProps {
  readonly label: string;
  /** The rows; those of a search bring the message that was found. */
  readonly rows: readonly (TicketView & { readonly hit?: TicketHitView | null })[];
  /** -1 while more rows may follow. */
  readonly rowCount: number;
  readonly selectedId: number | null;
  readonly accept: Accept;
  /** What was searched for, to mark it in the rows. */
  readonly words?: SearchedWords;
  readonly virtual: RefObject<VirtualizerHandle | null>;
  /** Undefined where rows cannot be marked. */
  readonly marks?: RowMarks;
  readonly handlers?: HTMLAttributes<HTMLDivElement>;
  readonly onScroll?: (offset: number) => void;
  readonly onOpen: (ticket: TicketView, options: OpenOptions) => void;
  /** Shown after the last row. */
  readonly children?: ReactNode;
}

const keyOf = ({ id }: TicketView): number => id;

/** Tickets as rows of a grid: only those on the screen are drawn, one of them is in the tab order (INBOX-015…INBOX-022). */
export function TicketGrid({ rows, selectedId, accept, words, virtual, marks, onOpen, ...grid }: TicketGridProps) {
  const self = useSelf();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const arrived = useArrivals(rows);
  const scroller = useRef<HTMLDivElement>(null);
  const open = useCallback(
    ({ hit, ...ticket }: TicketGridProps["rows"][number], options: Omit<OpenOptions, "messageId">) =>
      onOpen(ticket, hit ? { ...options, messageId: hit.messageId } : options),
    [onOpen],
  );
  const { active, setActiveId, onKeyDown } = useTicketKeys({
    rows,
    selectedId,
    accepts: accept.byKey,
    scroller,
    virtual,
    marks,
    onOpen: (ticket) => open(ticket, { newTab: false, byKeyboard: true }),
    onAccept: accept.run,
  });
  const { tabStop, look } = useTabStop({ rows, keyOf, active, list: virtual, scroller });
  const { rowMenu, rowMenuHandlers } = useRowMenu({
    rows,
    onOpen: (ticket) => open(ticket, { newTab: false, byKeyboard: true }),
    onAccept: accept.run,
    onMark: marks && ((ticket) => marks.toggle(ticket, false)),
  });
  const toggle = marks?.toggle;
  const isMarking = Boolean(marks?.of.size);
  const openByPointer = useCallback(
    (ticket: TicketView, event: MouseEvent) => {
      const onFace = (event.target as Element).closest(".ticketFace") !== null;
      if (toggle && (event.shiftKey || onFace || (isMarking && isTouch(event)))) toggle(ticket, event.shiftKey);
      else open(ticket, { newTab: event.ctrlKey || event.metaKey, byKeyboard: event.detail === 0 });
    },
    [open, toggle, isMarking],
  );
  return (
    <div ref={scroller} className="ticketListScroller" hidden={rows.length === 0} {...grid.handlers}>
      <div
        role="grid"
        aria-label={grid.label}
        aria-rowcount={grid.rowCount}
        data-region="list"
        data-region-grid
        data-marking={marks && isMarking}
        // A range of rows is no range of text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        {...rowMenuHandlers}
        onKeyDown={onKeyDown}
        onFocus={look}
        onBlur={look}
      >
        <Virtualizer
          ref={virtual}
          data={rows}
          itemSize={76}
          bufferSize={600}
          keepMounted={rows.length > 0 ? [tabStop] : []}
          scrollRef={scroller}
          {...(grid.onScroll && { onScroll: grid.onScroll })}
          onScrollEnd={look}
        >
          {onceEach((ticket: TicketGridProps["rows"][number], index) => (
            <TicketRow
              key={ticket.id}
              ticket={ticket}
              index={index}
              selfId={self.id}
              selected={ticket.id === selectedId}
              focusable={index === tabStop}
              marked={marks?.of.has(ticket.id) === true}
              showConnection={connections.length > 1}
              accept={accept.of(ticket)}
              accepting={ticket.id === accept.pendingId}
              // The rows of a search come because the person asked for them.
              arrived={!words && arrived.has(ticket.id)}
              hit={ticket.hit ?? null}
              words={words ?? null}
              onOpen={openByPointer}
              onAccept={accept.run}
              onFocus={setActiveId}
            />
          ))}
        </Virtualizer>
      </div>
      {grid.children}
      {rowMenu}
    </div>
  );
}
