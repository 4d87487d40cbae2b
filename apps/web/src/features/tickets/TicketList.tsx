import type { TicketView } from "@balcao/contracts/tickets";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { TicketListFilter } from "../../lib/data/belongsToList";
import { connectionsQuery } from "../../lib/data/connections";
import { ticketListQuery } from "../../lib/data/ticketLists";
import { joinPages } from "../../lib/data/ticketPages";
import { useSelf } from "../../lib/session";
import { ErrorCard } from "../../ui";
import { EmptyList } from "./EmptyList";
import { TicketRow } from "./TicketRow";
import { ListSkeleton, SkeletonRow } from "./TicketSkeletons";
import { useListPaging } from "./useListPaging";
import { useSteadyList } from "./useSteadyList";
import { useTicketKeys } from "./useTicketKeys";
import "./ticketList.css";
import "./ticketRow.css";

interface TicketListProps {
  readonly label: string;
  readonly filter: TicketListFilter;
  readonly selectedId: number | null;
  readonly acceptingId: number | null;
  readonly asksQueue: (ticket: TicketView) => boolean;
  readonly onOpen: (ticket: TicketView, options: { readonly newTab: boolean; readonly byKeyboard: boolean }) => void;
  readonly onAccept: (ticket: TicketView) => void;
}

/** True while the pointer is over the list or a row has the focus: rows do not move then. */
function useHeld() {
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const change = (part: Partial<typeof held>) => setHeld((before) => ({ ...before, ...part }));
  return {
    held: held.pointer || held.focus,
    handlers: {
      onPointerEnter: (event: { readonly pointerType: string }) => event.pointerType === "mouse" && change({ pointer: true }),
      onPointerLeave: () => change({ pointer: false }),
      onFocus: (event: { readonly target: Element }) => change({ focus: event.target.matches(":focus-visible") }),
      onBlur: () => change({ focus: false }),
    },
  };
}

/** One list of the inbox: paged, live, still under the pointer, driven by keys (INBOX-015…INBOX-030). */
export function TicketList({ label, filter, selectedId, acceptingId, asksQueue, onOpen, onAccept }: TicketListProps) {
  const self = useSelf();
  const query = useInfiniteQuery(ticketListQuery(filter));
  const tickets = useMemo(() => joinPages(query.data?.pages ?? []).tickets, [query.data]);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { held, handlers } = useHeld();
  const { rows, waiting, release } = useSteadyList(tickets, held);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const { status } = filter;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onScroll = useListPaging({ status, virtual, loaded: rows.length, hasNextPage, isFetchingNextPage, fetchNextPage });
  const { activeIndex, setActiveId, onKeyDown } = useTicketKeys({
    rows,
    selectedId,
    accepts: status === "pending" && selectedId === null,
    scroller,
    virtual,
    onOpen: (ticket) => onOpen(ticket, { newTab: false, byKeyboard: true }),
    onAccept,
  });
  const openByPointer = useCallback(
    (ticket: TicketView, event: MouseEvent) => onOpen(ticket, { newTab: event.ctrlKey || event.metaKey, byKeyboard: event.detail === 0 }),
    [onOpen],
  );

  if (query.isPending) return <ListSkeleton />;
  return (
    <div className="ticketList" data-fetching={(query.isFetching && !isFetchingNextPage) || undefined}>
      <ListNotices
        waiting={waiting}
        onRelease={release}
        error={query.error}
        stale={tickets.length > 0}
        onRetry={() => void query.refetch()}
      />
      {rows.length === 0 && !query.error && <EmptyList status={status} />}
      <div ref={scroller} className="ticketListScroller" hidden={rows.length === 0} {...handlers}>
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

interface ListNoticesProps {
  /** Changes that wait until the pointer has left the list. */
  readonly waiting: number;
  readonly onRelease: () => void;
  readonly error: Error | null;
  /** What is shown is what was read before the error. */
  readonly stale: boolean;
  readonly onRetry: () => void;
}

/** What stands above a list: changes that wait, and why it could not be read. */
function ListNotices({ waiting, onRelease, error, stale, onRetry }: ListNoticesProps) {
  const { t } = useTranslation("tickets");
  return (
    <>
      {waiting > 0 && (
        <button type="button" className="ticketListPill" onClick={onRelease}>
          {t("list.updates", { count: waiting })}
        </button>
      )}
      {error && (
        <div className="ticketListError">
          <ErrorCard title={stale ? t("list.notUpdated") : t("list.notLoaded")} error={error} onRetry={onRetry} />
        </div>
      )}
    </>
  );
}
