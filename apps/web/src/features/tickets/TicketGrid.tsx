import type { TicketHitView, TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, type HTMLAttributes, type MouseEvent, type ReactNode, type RefObject } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { connectionsQuery } from "../../lib/data/connections";
import { onceEach } from "../../lib/onceEach";
import { useSelf } from "../../lib/session";
import { useTabStop } from "../../lib/useTabStop";
import type { OpenOptions } from "./openOptions";
import { TicketRow, type SearchedWords } from "./TicketRow";
import { useArrivals } from "./useArrivals";
import { useTicketKeys } from "./useTicketKeys";
import "./ticketRow.css";

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
  readonly handlers?: HTMLAttributes<HTMLDivElement>;
  readonly onScroll?: (offset: number) => void;
  readonly onOpen: (ticket: TicketView, options: OpenOptions) => void;
  /** Shown after the last row. */
  readonly children?: ReactNode;
}

const keyOf = ({ id }: TicketView): number => id;

/** Tickets as rows of a grid: only those on the screen are drawn, one of them is in the tab order (INBOX-015…INBOX-022). */
export function TicketGrid({ rows, selectedId, accept, words, virtual, onOpen, ...grid }: TicketGridProps) {
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
    onOpen: (ticket) => open(ticket, { newTab: false, byKeyboard: true }),
    onAccept: accept.run,
  });
  const { tabStop, look } = useTabStop({ rows, keyOf, active, list: virtual, scroller });
  const openByPointer = useCallback(
    (ticket: TicketView, event: MouseEvent) => open(ticket, { newTab: event.ctrlKey || event.metaKey, byKeyboard: event.detail === 0 }),
    [open],
  );
  return (
    <div ref={scroller} className="ticketListScroller" hidden={rows.length === 0} {...grid.handlers}>
      <div
        role="grid"
        aria-label={grid.label}
        aria-rowcount={grid.rowCount}
        data-region="list"
        data-region-grid
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
    </div>
  );
}
