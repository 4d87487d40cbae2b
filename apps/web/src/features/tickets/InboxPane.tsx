import AddRounded from "@mui/icons-material/AddRounded";
import FilterAltOffOutlined from "@mui/icons-material/FilterAltOffOutlined";
import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import Tooltip from "@mui/material/Tooltip";
import type { TicketView } from "@balcao/contracts/tickets";
import { LIST_STATUSES } from "@balcao/domain/tickets";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ticketCountsQuery, ticketListQuery } from "../../lib/data/ticketLists";
import { useSingleKey } from "../../lib/keyboard";
import { useJoin } from "../../lib/live";
import { queryClient } from "../../lib/queryClient";
import { EmptyState } from "../../ui";
import { InboxSubTabs, InboxTabs } from "./InboxTabs";
import { useInboxPlace, type InboxTab } from "./inboxPlace";
import { useQueueSelection, useShowAll } from "./listFilter";
import { QueuePicker } from "./QueuePicker";
import { TicketList } from "./TicketList";
import "./inbox.css";
import "./inboxTabs.css";
import "./noTicket.css";

/** Every list status is joined, so that the badges and the other tabs are live too. */
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
  readonly onOpen: (ticket: TicketView, options: { readonly newTab: boolean; readonly byKeyboard: boolean }) => void;
  readonly onAccept: (ticket: TicketView) => void;
  readonly onNew: () => void;
}

/** The left pane of the inbox: tabs, filters, the list. */
export function InboxPane({ selectedId, acceptingId, asksQueue, onOpen, onAccept, onNew }: InboxPaneProps) {
  const { t } = useTranslation("tickets");
  const { place, goTo } = useInboxPlace();
  const { offered, selected, select } = useQueueSelection();
  const { allowed, showAll, setShowAll } = useShowAll();
  const nothingChosen = selected?.length === 0;
  const filter = useMemo(() => ({ status: place.status, showAll, queueIds: selected }), [place.status, showAll, selected]);
  const filterKey = JSON.stringify([showAll, selected]);

  useJoin("watchCounts", { showAll, queueIds: selected });
  useEffect(() => {
    // Counts of another filter are not these.
    queryClient.setQueryData(ticketCountsQuery.queryKey, {});
    if (nothingChosen) return;
    const { 0: showAllNow, 1: queueIds } = JSON.parse(filterKey) as [boolean, number[] | null];
    for (const status of ["open", "group", "pending"] as const)
      queryClient.infiniteQuery(ticketListQuery({ status, showAll: showAllNow, queueIds })).catch(() => undefined);
  }, [filterKey, nothingChosen]);

  const tab = (to: InboxTab) => () => goTo(to);
  useSingleKey("1", tab("open"));
  useSingleKey("2", tab("closed"));
  useSingleKey("3", tab("paused"));

  const label = `${t(`tabs.${place.tab}`)}, ${t(`sub.${place.status}`)}`;
  return (
    <section className="inboxPane" aria-label={t("label")}>
      <ListJoins />
      <InboxTabs place={place} filter={filter} onGo={goTo} />
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
        <Tooltip title={t("new.title")}>
          <Button variant="tonal" size="small" className="inboxNew" aria-label={t("new.title")} onClick={onNew}>
            <AddRounded />
          </Button>
        </Tooltip>
      </div>
      <InboxSubTabs place={place} filter={filter} onGo={goTo} />
      <div id="inbox-list" className="inboxList" role="tabpanel" aria-label={label}>
        {nothingChosen ? (
          <div className="emptyList">
            <EmptyState icon={FilterAltOffOutlined} title={t("queues.noneTitle")} text={t("queues.noneText")}>
              <Button size="small" onClick={() => select(offered.map(({ id }) => id))}>
                {t("queues.every")}
              </Button>
            </EmptyState>
          </div>
        ) : (
          <TicketList
            key={filter.status + filterKey}
            label={label}
            filter={filter}
            selectedId={selectedId}
            acceptingId={acceptingId}
            asksQueue={asksQueue}
            onOpen={onOpen}
            onAccept={onAccept}
          />
        )}
      </div>
    </section>
  );
}
