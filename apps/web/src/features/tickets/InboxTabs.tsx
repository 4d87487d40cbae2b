import ForumOutlined from "@mui/icons-material/ForumOutlined";
import ForumRounded from "@mui/icons-material/ForumRounded";
import ArchiveOutlined from "@mui/icons-material/ArchiveOutlined";
import Archive from "@mui/icons-material/Archive";
import PauseCircleOutlined from "@mui/icons-material/PauseCircleOutlined";
import type { ListStatus } from "@balcao/domain/tickets";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { TicketListFilter } from "../../lib/data/belongsToList";
import { ticketCountsQuery, ticketListQuery } from "../../lib/data/ticketLists";
import { INBOX_TABS, subTabsOf, type InboxPlace, type InboxTab } from "./inboxPlace";

const ICONS = {
  open: [ForumOutlined, ForumRounded],
  closed: [ArchiveOutlined, Archive],
  paused: [PauseCircleOutlined, PauseCircleOutlined],
} as const;

const toBadge = (count: number): string => (count > 999 ? "999+" : String(count));

/** The count of a list: what the socket last told, else what the list's own answer says; undefined when neither is known. */
function useCount(filter: TicketListFilter | null, status: ListStatus): number | undefined {
  const { data: counts } = useQuery(ticketCountsQuery);
  const { data } = useInfiniteQuery({
    ...ticketListQuery({ status, showAll: filter?.showAll ?? false, queueIds: filter?.queueIds ?? null }),
    enabled: false,
  });
  return counts?.[status] ?? data?.pages.at(-1)?.count;
}

/** Arrow keys move between tabs as in any tab list. */
function onTabKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const next = tabs[(tabs.indexOf(event.target as HTMLElement) + step + tabs.length) % tabs.length];
  next?.focus();
  next?.click();
}

interface TabsProps {
  readonly place: InboxPlace;
  readonly filter: TicketListFilter | null;
  readonly onGo: (tab: InboxTab, sub?: string) => void;
}

/** The tabs of the inbox, icon and word; the count of open ones and of paused ones beside the icon (INBOX-001). */
export function InboxTabs({ place, filter, onGo }: TabsProps) {
  const { t } = useTranslation("tickets");
  const open = useCount(filter, "open");
  const group = useCount(filter, "group");
  const pending = useCount(filter, "pending");
  const paused = useCount(filter, "paused");
  const counts: Partial<Record<InboxTab, number>> = { open: (open ?? 0) + (group ?? 0) + (pending ?? 0), paused: paused ?? 0 };
  const nav = useRef<HTMLDivElement>(null);
  return (
    <div ref={nav} className="inboxTabs" role="tablist" aria-label={t("tabs.label")} onKeyDown={onTabKey}>
      {(Object.keys(INBOX_TABS) as InboxTab[]).map((tab) => {
        const on = tab === place.tab;
        const [Icon, IconOn] = ICONS[tab];
        const count = counts[tab] ?? 0;
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            aria-selected={on}
            aria-controls="inbox-list"
            tabIndex={on ? 0 : -1}
            className="inboxTab"
            onClick={() => onGo(tab)}
          >
            <span className="inboxTabIcon">
              {on ? <IconOn aria-hidden /> : <Icon aria-hidden />}
              {count > 0 && (
                <span className="inboxTabCount" data-quiet={tab !== "open" || undefined} aria-hidden="true">
                  {count > 99 ? "99+" : count}
                </span>
              )}
            </span>
            {t(`tabs.${tab}`)}
            {count > 0 && <span className="visuallyHidden">{`, ${count}`}</span>}
          </button>
        );
      })}
    </div>
  );
}

function SubTab({ place, filter, sub, status, onGo }: TabsProps & { readonly sub: string; readonly status: ListStatus }) {
  const { t } = useTranslation("tickets");
  const count = useCount(filter, status);
  const on = place.sub === sub;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={on}
      aria-controls="inbox-list"
      tabIndex={on ? 0 : -1}
      className="inboxSubTab"
      onClick={() => onGo(place.tab, sub)}
    >
      {t(`sub.${status}`)}
      {count !== undefined && (
        <span className="inboxSubCount" data-hot={(status === "pending" && count > 0) || undefined}>
          {toBadge(count)}
        </span>
      )}
    </button>
  );
}

/** The sub-tabs of a tab as one segmented track, each with the count of its list (INBOX-002…INBOX-004). */
export function InboxSubTabs({ place, filter, onGo }: TabsProps) {
  const { t } = useTranslation("tickets");
  const subs = subTabsOf(place.tab);
  if (subs.length < 2) return null;
  return (
    <div className="inboxSubTabs" role="tablist" aria-label={t(`tabs.${place.tab}`)} onKeyDown={onTabKey}>
      {subs.map(([sub, status]) => (
        <SubTab key={sub} place={place} filter={filter} sub={sub} status={status} onGo={onGo} />
      ))}
    </div>
  );
}
