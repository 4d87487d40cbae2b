import type { TicketView } from "@balcao/contracts/tickets";
import { TARGET_KINDS } from "@balcao/domain/targets";
import { LIST_STATUSES, type ListStatus } from "@balcao/domain/tickets";
import AddRounded from "@mui/icons-material/AddRounded";
import FilterAltOffOutlined from "@mui/icons-material/FilterAltOffOutlined";
import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import { useQuery } from "@tanstack/react-query";
import { memo, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { useTexts } from "../../i18n/useTexts";
import { announce } from "../../lib/announcer";
import { queuesQuery } from "../../lib/data/queues";
import { invitedQuery } from "../../lib/data/invited";
import { ticketCountsQuery, ticketListQuery } from "../../lib/data/ticketLists";
import { unreadTicketsQuery } from "../../lib/data/unreadTickets";
import { useSingleKey } from "../../lib/keyboard";
import { useJoin } from "../../lib/live";
import { queryClient } from "../../lib/queryClient";
import { useSteady } from "../../lib/useSteady";
import { EmptyState } from "../../ui";
import { Tooltip } from "../../ui/Tooltip";
import { ChatList } from "../chats";
import { INBOX_TABS, useInboxPlace, useShownChat, type InboxTab } from "./inboxPlace";
import { InboxSubTabs, InboxTabs } from "./InboxTabs";
import { useDueOrder, useListFilter, useQueueSelection, useShowAll, useWaitingOrder } from "./listFilter";
import { countNews, NEWS_PAUSE_MS } from "./newsCount";
import { RUNNING_KEY, useMarks } from "./many/marks";
import type { OpenOptions } from "./openOptions";
import { QueuePicker } from "./QueuePicker";
import { focusSearch } from "./search/searchFocus";
import { TicketList } from "./TicketList";
import { ListSkeleton } from "./TicketSkeletons";
import { ViewLine } from "./ViewLine";
import "./inbox.css";
import "./inboxTabs.css";
import "./noTicket.css";

/**
 * Announces to screen readers how many messages came into other conversations, at most every ten
 * seconds (B4.9). It is a part of its own, so that the page is not rendered for each message.
 */
function SpokenNews({ shownId }: { readonly shownId: number | null }) {
  const { t } = useTexts("tickets");
  const tickets = useQuery(unreadTicketsQuery).data?.tickets;
  const known = useRef<readonly TicketView[] | undefined>(undefined);
  const count = useRef(0);
  const spokenAt = useRef(-NEWS_PAUSE_MS);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (known.current && tickets) count.current += countNews(known.current, tickets, shownId);
    known.current = tickets;
    if (count.current === 0 || timer.current !== undefined) return;
    const speak = () => {
      announce(t("news", { count: count.current }));
      timer.current = undefined;
      count.current = 0;
      spokenAt.current = performance.now();
    };
    timer.current = setTimeout(speak, Math.max(0, spokenAt.current + NEWS_PAUSE_MS - performance.now()));
  }, [tickets, shownId, t]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return null;
}

const SearchPane = lazyWithTexts(["search", "closing"], () => import("./search/SearchPane").then((door) => door.SearchPane));

const InvitedStrip = lazyWithTexts("guests", () => import("./invited/InvitedStrip").then((door) => door.InvitedStrip));

/** Joins every list status, so that events also update the badges and the other tabs. */
function ListJoins() {
  const [open, group, pending, closed, closedGroup, paused] = LIST_STATUSES;
  useJoin("joinTickets", open);
  useJoin("joinTickets", group);
  useJoin("joinTickets", pending);
  useJoin("joinTickets", closed);
  useJoin("joinTickets", closedGroup);
  useJoin("joinTickets", paused);
  return null;
}

interface InboxPaneProps {
  readonly selectedId: number | null;
  readonly acceptingId: number | null;
  readonly asksQueue: (ticket: TicketView) => boolean;
  readonly onOpen: (ticket: TicketView, options: OpenOptions) => void;
  readonly onAccept: (ticket: TicketView) => void;
  readonly onNew: () => void;
  readonly onOpenChat: (chatId: number) => void;
  readonly onNewChat: () => void;
}

/** The left pane of the inbox: the tabs, and a list, the chats or the search. */
export function InboxPane({ onNew, onOpenChat, onNewChat, ...list }: InboxPaneProps) {
  const { t } = useTexts("tickets");
  const { place, goTo } = useInboxPlace();
  const filterOf = useListFilter();
  const { showAll, queueIds } = filterOf("open");
  const nothingChosen = queueIds?.length === 0;

  useJoin("watchCounts", { showAll, queueIds });
  // The order of the waiting list changes no count.
  const filterKey = JSON.stringify([showAll, queueIds]);
  useEffect(() => void queryClient.setQueryData(ticketCountsQuery.queryKey, {}), [filterKey]);
  useEffect(() => {
    if (nothingChosen) return;
    for (const status of ["open", "group", "pending"] as const)
      queryClient.infiniteQuery(ticketListQuery(filterOf(status))).catch(() => undefined);
  }, [filterOf, nothingChosen]);
  useTabKeys(goTo);
  const chatId = useShownChat();
  // Opening a ticket changes the address: tabs and tools are not rendered for it.
  const steady = useSteady({ goTo, startNew: onNew });

  return (
    <section className="inboxPane" aria-label={t("label")}>
      <ListJoins />
      <SpokenNews shownId={list.selectedId} />
      <InboxTabs place={place} filterOf={filterOf} onGo={steady.goTo} />
      <ViewLine place={place} toList={(view) => <TicketList {...list} {...view} />} />
      {place.tab === "chat" || place.tab === "search" ? (
        <div id="inbox-list" className="inboxList" role="tabpanel" aria-label={t(`tabs.${place.tab}`)}>
          <Suspense fallback={<ListSkeleton />}>
            {place.tab === "chat" ? (
              <ChatList selectedId={chatId} onOpen={onOpenChat} onNew={onNewChat} />
            ) : (
              <SearchPane selectedId={list.selectedId} onOpen={list.onOpen} />
            )}
          </Suspense>
        </div>
      ) : (
        place.tab !== "view" && (
          <>
            <ListTools onNew={steady.startNew} />
            <InboxSubTabs place={place} filterOf={filterOf} onGo={steady.goTo} />
            {(place.status === "pending" || place.status === "open") && <OrderSwitches status={place.status} />}
            {place.tab === "open" && <Invited selectedId={list.selectedId} onOpen={list.onOpen} />}
            <ListPanel {...list} label={`${t(`tabs.${place.tab}`)}, ${t(`sub.${place.status}`)}`} status={place.status} />
          </>
        )
      )}
      <MarkedPart />
    </section>
  );
}

const ManyTickets = lazyWithTexts(["many", "jobs"], () => import("./many/ManyTickets").then((door) => door.ManyTickets));

/** What is done to marked conversations, loaded with the first mark, and after a reload while a job may still run. */
function MarkedPart() {
  const { wasUsed } = useMarks();
  const [runs] = useState(() => sessionStorage.getItem(RUNNING_KEY) !== null);
  return (
    (wasUsed || runs) && (
      <Suspense>
        <ManyTickets resumes={runs} />
      </Suspense>
    )
  );
}

/** Above the open lists, the conversations that the person is invited to; its code is loaded for the first one. */
function Invited(props: Pick<InboxPaneProps, "selectedId" | "onOpen">) {
  const { data: tickets = [] } = useQuery(invitedQuery);
  return <Suspense>{tickets.length > 0 && <InvitedStrip {...props} tickets={tickets} />}</Suspense>;
}

/** Digits choose the tabs, and `/` searches. */
function useTabKeys(goTo: (tab: InboxTab) => void): void {
  const search = () => {
    goTo("search");
    focusSearch();
  };
  useSingleKey("tabs", ({ code }) => {
    const tab = INBOX_TABS[Number(code.slice(-1)) - 1];
    if (tab === "search") search();
    else if (tab) goTo(tab);
  });
  useSingleKey("search", search);
}

const UnreadChoices = lazyWithTexts([], () => import("../../ui/UnreadChoices").then((door) => door.UnreadChoices));

/** The tools above a list: which queues, whose tickets, a new one. */
const ListTools = memo(function ListTools({ onNew }: Pick<InboxPaneProps, "onNew">) {
  const { t } = useTexts("tickets");
  const { offered, selected, select, isUnread } = useQueueSelection();
  const { allowed, showAll, setShowAll } = useShowAll();
  return (
    <>
      {isUnread && (
        <Suspense>
          <UnreadChoices />
        </Suspense>
      )}
      <div className="inboxTools">
        {offered.length > 0 && <QueuePicker offered={offered} selected={selected} onSelect={select} />}
        {allowed && (
          <Tooltip describeChild title={t("showAll.help")}>
            <label className="inboxShowAll">
              {t("showAll.label")}
              <Switch checked={showAll} onChange={(_event, on) => setShowAll(on)} />
            </label>
          </Tooltip>
        )}
        <Tooltip title={t("newTitle")}>
          <Button variant="tonal" size="small" className="inboxNew" aria-label={t("newTitle")} onClick={onNew}>
            <AddRounded />
          </Button>
        </Tooltip>
      </div>
    </>
  );
});

/**
 * Whether the waiting list begins with who has waited longest (D-341), or it and the open one with what is due first, where a queue has
 * targets (D-512).
 */
function OrderSwitches({ status }: { readonly status: "pending" | "open" }) {
  const { t } = useTexts("tickets");
  const [order, setOrder] = useWaitingOrder();
  const [due, setDue] = useDueOrder();
  const { data: queues = [] } = useQuery(queuesQuery);
  const hasTargets = due === "on" || queues.some((queue) => TARGET_KINDS.some((kind) => queue[`${kind}Target`]));
  const line = (name: "oldestFirst" | "dueFirst", checked: boolean, change: (on: boolean) => void) => (
    <label className="inboxShowAll">
      {t(name)}
      <Switch checked={checked} onChange={(_event, on) => change(on)} />
    </label>
  );
  if (status === "open" && !hasTargets) return null;
  return (
    <div className="inboxOrder">
      {hasTargets &&
        line("dueFirst", due === "on", (on) => {
          setDue(on ? "on" : "off");
          setOrder("activity");
        })}
      {status === "pending" &&
        line("oldestFirst", order === "wait" && due === "off", (on) => {
          setOrder(on ? "wait" : "activity");
          setDue("off");
        })}
    </div>
  );
}

interface ListPanelProps extends Omit<InboxPaneProps, "onNew" | "onOpenChat" | "onNewChat"> {
  readonly label: string;
  readonly status: ListStatus;
}

/** A list of the inbox, or why there is none. */
function ListPanel({ label, status, ...list }: ListPanelProps) {
  const { t } = useTexts("tickets");
  const { offered, selected, select } = useQueueSelection();
  const filterOf = useListFilter();
  const filter = useMemo(() => filterOf(status), [filterOf, status]);
  return (
    <div id="inbox-list" className="inboxList" role="tabpanel" aria-label={label}>
      {selected?.length === 0 ? (
        <div className="emptyList">
          <EmptyState icon={FilterAltOffOutlined} title={t("queues.noneTitle")} text={t("queues.noneText")}>
            <Button size="small" onClick={() => select(offered.map(({ id }) => id))}>
              {t("queues.every")}
            </Button>
          </EmptyState>
        </div>
      ) : (
        <TicketList {...list} key={JSON.stringify(filter)} label={label} filter={filter} />
      )}
    </div>
  );
}
