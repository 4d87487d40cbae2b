import type { TicketView } from "@balcao/contracts/tickets";
import type { ListStatus } from "@balcao/domain/tickets";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { connectionsQuery } from "../../lib/data/connections";
import type { TicketListFilter } from "../../lib/data/belongsToList";
import { joinPages } from "../../lib/data/ticketPages";
import { ticketListQuery } from "../../lib/data/ticketLists";
import { useSingleKey, useSingleKeys } from "../../lib/keyboard";
import { useSelf } from "../../lib/session";
import { ErrorCard, useLongWait } from "../../ui";
import { EmptyList } from "./EmptyList";
import { TicketRow } from "./TicketRow";
import { useSteadyList } from "./useSteadyList";
import "./ticketList.css";
import "./ticketRow.css";

/** The next page is asked for this close to the end, in px (INBOX-024, CONST-006). */
const NEXT_PAGE_PX = 100;

interface TicketListProps {
  readonly label: string;
  readonly filter: TicketListFilter;
  readonly selectedId: number | null;
  readonly acceptingId: number | null;
  readonly asksQueue: (ticket: TicketView) => boolean;
  readonly onOpen: (ticket: TicketView, options: { readonly newTab: boolean; readonly byKeyboard: boolean }) => void;
  readonly onAccept: (ticket: TicketView) => void;
}

/** Where each list was left, in px, while the page lives. */
const scrollOffsets = new Map<ListStatus, number>();

function SkeletonRow() {
  return (
    <div className="ticketRow ticketSkeleton" aria-hidden="true">
      <span className="skeletonShape" style={{ width: 40, height: 40, borderRadius: "50%" }} />
      <span style={{ display: "grid", gap: 8 }}>
        <span className="skeletonShape" style={{ width: "48%", height: 10 }} />
        <span className="skeletonShape" style={{ width: "82%", height: 9 }} />
        <span className="skeletonShape" style={{ width: "36%", height: 8 }} />
      </span>
    </div>
  );
}

function Skeleton() {
  const { t } = useTranslation();
  return useLongWait() ? (
    <div aria-busy="true">
      <p className="visuallyHidden" role="status">
        {t("state.loading")}
      </p>
      {Array.from({ length: 8 }, (_, row) => (
        <SkeletonRow key={row} />
      ))}
    </div>
  ) : null;
}

/** One list of the inbox: paged, live, still under the pointer, driven by keys (INBOX-015…INBOX-030). */
export function TicketList({ label, filter, selectedId, acceptingId, asksQueue, onOpen, onAccept }: TicketListProps) {
  const { t } = useTranslation("tickets");
  const self = useSelf();
  const query = useInfiniteQuery(ticketListQuery(filter));
  const tickets = useMemo(() => joinPages(query.data?.pages ?? []).tickets, [query.data]);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const { rows, waiting, release } = useSteadyList(tickets, held.pointer || held.focus);
  const [activeId, setActiveId] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const [singleKeys] = useSingleKeys();

  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => row.id === (activeId ?? selectedId)),
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;

  const { status } = filter;
  useLayoutEffect(() => {
    const offset = scrollOffsets.get(status);
    if (offset !== undefined) virtual.current?.scrollTo(offset);
  }, [status]);

  const onScroll = (offset: number) => {
    scrollOffsets.set(status, offset);
    const list = virtual.current;
    if (list && hasNextPage && !isFetchingNextPage && offset + list.viewportSize > list.scrollSize - NEXT_PAGE_PX) void fetchNextPage();
  };

  // A short first page may leave room for the next one.
  useEffect(() => {
    const list = virtual.current;
    if (list && hasNextPage && !isFetchingNextPage && list.viewportSize > 0 && list.scrollSize <= list.viewportSize) void fetchNextPage();
  }, [rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const focusRow = useCallback((index: number, ticket: TicketView | undefined) => {
    if (!ticket) return;
    setActiveId(ticket.id);
    virtual.current?.scrollToIndex(index, { align: "nearest" });
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-ticket-id="${ticket.id}"]`)?.focus({ preventScroll: true }),
    );
  }, []);
  const moveTo = (index: number) => {
    const at = Math.min(rows.length - 1, Math.max(0, index));
    focusRow(at, rows[at]);
  };
  const step = (by: 1 | -1) => moveTo(activeId === null && selectedId === null ? 0 : activeIndex + by);
  const nextUnread = () => {
    const from = activeIndex + 1;
    const at = [...rows.slice(from), ...rows.slice(0, from)].find((row) => row.unreadMessages > 0);
    if (at) moveTo(rows.indexOf(at));
  };
  const acceptActive = () => {
    const ticket = rows[activeIndex];
    if (ticket?.status === "pending") onAccept(ticket);
  };

  useSingleKey("j", () => step(1));
  useSingleKey("k", () => step(-1));
  useSingleKey("n", nextUnread);
  useSingleKey("a", acceptActive, { enabled: status === "pending" && selectedId === null });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target instanceof HTMLButtonElement;
    const moves: Partial<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => scroller.current?.querySelector<HTMLElement>(`[data-ticket-id="${rows[activeIndex]?.id ?? ""}"] button`)?.focus(),
      ArrowLeft: () => moveTo(activeIndex),
    };
    const open = () => {
      const ticket = rows[activeIndex];
      if (ticket) onOpen(ticket, { newTab: false, byKeyboard: true });
    };
    const run =
      moves[event.key] ??
      (onButton
        ? undefined
        : event.key === "Enter" || (event.key === "o" && singleKeys === "on")
          ? open
          : event.key === "a" && singleKeys === "on"
            ? acceptActive
            : undefined);
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };

  const openByPointer = useCallback(
    (ticket: TicketView, event: MouseEvent) => onOpen(ticket, { newTab: event.ctrlKey || event.metaKey, byKeyboard: event.detail === 0 }),
    [onOpen],
  );

  if (query.isPending) return <Skeleton />;
  return (
    <div className="ticketList" data-fetching={(query.isFetching && !isFetchingNextPage) || undefined}>
      {waiting > 0 && (
        <button type="button" className="ticketListPill" onClick={release}>
          {t("list.updates", { count: waiting })}
        </button>
      )}
      {query.error && (
        <div className="ticketListError">
          <ErrorCard
            title={tickets.length > 0 ? t("list.notUpdated") : t("list.notLoaded")}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {rows.length === 0 && !query.error && <EmptyList status={status} />}
      <div
        ref={scroller}
        className="ticketListScroller"
        hidden={rows.length === 0}
        onPointerEnter={(event) => event.pointerType === "mouse" && setHeld((before) => ({ ...before, pointer: true }))}
        onPointerLeave={() => setHeld((before) => ({ ...before, pointer: false }))}
        onFocus={(event) => setHeld((before) => ({ ...before, focus: event.target.matches(":focus-visible") }))}
        onBlur={() => setHeld((before) => ({ ...before, focus: false }))}
      >
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={hasNextPage ? -1 : rows.length}
          data-region="list"
          data-region-grid
          onKeyDown={onKeyDown}
        >
          <Virtualizer
            ref={virtual}
            data={rows}
            itemSize={76}
            bufferSize={600}
            keepMounted={rows.length > 0 ? [activeIndex] : []}
            scrollRef={scroller}
            onScroll={onScroll}
          >
            {(ticket, index) => (
              <TicketRow
                key={ticket.id}
                ticket={ticket}
                index={index}
                selfId={self.id}
                selected={ticket.id === selectedId}
                focusable={index === activeIndex}
                showConnection={connections.length > 1}
                accept={ticket.status !== "pending" ? null : asksQueue(ticket) ? "chooseQueue" : "accept"}
                accepting={ticket.id === acceptingId}
                onOpen={openByPointer}
                onAccept={onAccept}
                onFocus={setActiveId}
              />
            )}
          </Virtualizer>
        </div>
        {isFetchingNextPage && <SkeletonRow />}
      </div>
    </div>
  );
}
