import type { TicketView } from "@balcao/contracts/tickets";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import type { VirtualizerHandle } from "virtua";
import type { TicketListFilter } from "../../lib/data/belongsToList";
import { ticketListQuery } from "../../lib/data/ticketLists";
import { joinPages } from "../../lib/data/ticketPages";
import { ErrorCard } from "../../ui";
import { EmptyList } from "./EmptyList";
import type { OpenOptions } from "./openOptions";
import { TicketGrid } from "./TicketGrid";
import { ListSkeleton, SkeletonRow } from "./TicketSkeletons";
import { useLoadAhead } from "./useLoadAhead";
import { useListPaging } from "./useListPaging";
import { useSteadyList } from "./useSteadyList";
import "./ticketList.css";

interface TicketListProps {
  readonly label: string;
  readonly filter: TicketListFilter;
  readonly selectedId: number | null;
  readonly acceptingId: number | null;
  readonly asksQueue: (ticket: TicketView) => boolean;
  readonly onOpen: (ticket: TicketView, options: OpenOptions) => void;
  readonly onAccept: (ticket: TicketView) => void;
}

/**
 * True while the pointer is over the list or a row has the focus, because rows must not move then.
 */
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

/**
 * One list of the inbox: paged, updated by events, stable under the pointer, controlled by keys
 * (INBOX-015…INBOX-030).
 */
export function TicketList({ label, filter, selectedId, acceptingId, asksQueue, onOpen, onAccept }: TicketListProps) {
  const query = useInfiniteQuery(ticketListQuery(filter));
  const tickets = useMemo(() => joinPages(query.data?.pages ?? []).tickets, [query.data]);
  const { held, handlers } = useHeld();
  const ahead = useLoadAhead();
  const { rows, waiting, release } = useSteadyList(tickets, held);
  const virtual = useRef<VirtualizerHandle>(null);
  const { status } = filter;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onScroll = useListPaging({ name: status, virtual, loaded: rows.length, hasNextPage, isFetchingNextPage, fetchNextPage });
  const acceptOf = useCallback(
    (ticket: TicketView) => (ticket.status !== "pending" ? null : asksQueue(ticket) ? "chooseQueue" : "accept"),
    [asksQueue],
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
      <TicketGrid
        label={label}
        rows={rows}
        rowCount={hasNextPage ? -1 : rows.length}
        selectedId={selectedId}
        accept={{ of: acceptOf, pendingId: acceptingId, byKey: status === "pending" && selectedId === null, run: onAccept }}
        virtual={virtual}
        handlers={{
          ...handlers,
          onPointerOver: ahead.onPointerOver,
          onPointerLeave: () => {
            handlers.onPointerLeave();
            ahead.onLeave();
          },
          onFocus: (event) => {
            handlers.onFocus(event);
            ahead.onFocus(event);
          },
          onBlur: () => {
            handlers.onBlur();
            ahead.onLeave();
          },
        }}
        onScroll={onScroll}
        onOpen={onOpen}
      >
        {isFetchingNextPage && <SkeletonRow />}
      </TicketGrid>
    </div>
  );
}

interface ListNoticesProps {
  /** How many changes wait until the pointer has left the list. */
  readonly waiting: number;
  readonly onRelease: () => void;
  readonly error: Error | null;
  /** Whether the list still shows rows that were read before the error. */
  readonly stale: boolean;
  readonly onRetry: () => void;
}

/** The notices above a list: waiting changes, and the reason why it could not be read. */
function ListNotices({ waiting, onRelease, error, stale, onRetry }: ListNoticesProps) {
  const { t } = useTexts("tickets");
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
