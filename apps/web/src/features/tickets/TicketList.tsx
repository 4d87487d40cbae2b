import type { TicketView } from "@balcao/contracts/tickets";
import type { ListStatus } from "@balcao/domain/tickets";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import GroupsOutlined from "@mui/icons-material/GroupsOutlined";
import Inventory2Outlined from "@mui/icons-material/Inventory2Outlined";
import PauseCircleOutline from "@mui/icons-material/PauseCircleOutlined";
import TaskAlt from "@mui/icons-material/TaskAlt";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { VirtualizerHandle } from "virtua";
import { useTexts } from "../../i18n/useTexts";
import type { TicketListFilter } from "../../lib/data/belongsToList";
import { ticketCountsQuery, ticketListQuery, joinPages } from "../../lib/data/ticketLists";
import { EmptyState, ErrorCard } from "../../ui";
import { useSteady } from "../../lib/useSteady";
import { useInboxPlace } from "./inboxPlace";
import { clearMarks, keepMarks, toggleMark, useMarks } from "./many/marks";
import type { OpenOptions } from "./openOptions";
import { LazyFirstSteps } from "./start/LazyFirstSteps";
import { useFirstSteps } from "./start/useFirstSteps";
import { type SteadyList, holdOrder } from "./steadyOrder";
import { TicketGrid } from "./TicketGrid";
import { ListSkeleton, SkeletonRow } from "./TicketSkeletons";
import { useListPaging, useRefill, useLoadAhead } from "./useListPaging";
import "./ticketList.css";

const ICONS = {
  open: ForumOutlined,
  group: GroupsOutlined,
  pending: TaskAlt,
  closed: Inventory2Outlined,
  closedGroup: Inventory2Outlined,
  paused: PauseCircleOutline,
} as const;

/** The text of an empty list, and a button for the next step if there is one. */
function EmptyList({ status }: { readonly status: ListStatus }) {
  const { t } = useTexts("tickets");
  const { goTo } = useInboxPlace();
  const { data: counts } = useQuery(ticketCountsQuery);
  const waiting = counts?.pending ?? 0;
  const onePane = useMediaQuery("(max-width: 899.95px)");
  const steps = useFirstSteps();
  if (steps && onePane)
    return (
      <Suspense>
        <LazyFirstSteps steps={steps} />
      </Suspense>
    );
  return (
    <div className="emptyList">
      <EmptyState icon={ICONS[status]} heading="h2" title={t(`empty.${status}.title`)} text={t(`empty.${status}.text`)}>
        {status === "open" && waiting > 0 && (
          <Button variant="contained" color="primary" size="small" onClick={() => goTo("open", "pending")}>
            {t("empty.seeWaiting", { count: waiting })}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

/** The longest time that changes wait under the pointer, in milliseconds. */
const HOLD_MS = 5_000;

/**
 * Keeps the order of the rows while `held`, at most five seconds after the first change; `release`
 * applies the changes at once.
 */
function useSteadyList(tickets: readonly TicketView[], held: boolean): SteadyList<TicketView> & { readonly release: () => void } {
  const [ids, setIds] = useState<readonly number[] | null>(null);
  const list = useMemo(() => (ids ? holdOrder(ids, tickets) : { rows: tickets, waiting: 0 }), [ids, tickets]);
  if (held && ids === null && tickets.length > 0) setIds(tickets.map(({ id }) => id));
  if (!held && ids !== null) setIds(null);
  // Rows that were added after the last one are on screen too.
  if (ids !== null && list.rows.length > ids.length) setIds(list.rows.map(({ id }) => id));
  const release = () => setIds(held ? tickets.map(({ id }) => id) : null);
  const waits = list.waiting > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setIds(null), HOLD_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return { ...list, release };
}

interface TicketListProps {
  readonly label: string;
  readonly filter: TicketListFilter;
  /** What an empty list shows, in place of the text of its state. */
  readonly empty?: ReactNode;
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
export function TicketList({ label, filter, empty, selectedId, acceptingId, asksQueue, onOpen, onAccept }: TicketListProps) {
  const query = useInfiniteQuery(ticketListQuery(filter));
  const { tickets, hasMore } = useMemo(() => joinPages(query.data?.pages ?? []), [query.data]);
  const isSpent = useRefill(query, { loaded: tickets.length, hasMore });
  const { held, handlers } = useHeld();
  const ahead = useLoadAhead();
  const { rows, waiting, release } = useSteadyList(tickets, held);
  const virtual = useRef<VirtualizerHandle>(null);
  const { status } = filter;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onScroll = useListPaging({
    name: filter.view ?? status,
    virtual,
    loaded: rows.length,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  });
  const acceptOf = useCallback(
    (ticket: TicketView) => (ticket.status !== "pending" ? null : asksQueue(ticket) ? "chooseQueue" : "accept"),
    [asksQueue],
  );
  const { tickets: marked } = useMarks();
  const mark = useSteady({ toggle: (ticket: TicketView, ranged: boolean) => toggleMark(filter, rows, ticket, ranged) });
  useEffect(() => clearMarks, []);
  useEffect(() => keepMarks(tickets), [tickets]);

  if (query.isPending || isSpent) return <ListSkeleton />;
  return (
    <div className="ticketList" data-fetching={(query.isFetching && !isFetchingNextPage) || undefined}>
      <ListNotices
        waiting={waiting}
        onRelease={release}
        error={query.error}
        stale={tickets.length > 0}
        onRetry={() => void query.refetch()}
      />
      {rows.length === 0 && !query.error && (empty ?? <EmptyList status={status} />)}
      <TicketGrid
        label={label}
        rows={rows}
        rowCount={hasNextPage ? -1 : rows.length}
        selectedId={selectedId}
        accept={{ of: acceptOf, pendingId: acceptingId, byKey: status === "pending" && selectedId === null, run: onAccept }}
        virtual={virtual}
        marks={{ of: marked, toggle: mark.toggle }}
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
