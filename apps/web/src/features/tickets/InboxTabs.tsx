import GroupsRounded from "@mui/icons-material/GroupsRounded";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import ForumRounded from "@mui/icons-material/ForumRounded";
import ArchiveOutlined from "@mui/icons-material/ArchiveOutlined";
import Archive from "@mui/icons-material/Archive";
import PauseCircleOutlined from "@mui/icons-material/PauseCircleOutlined";
import SearchRounded from "@mui/icons-material/SearchRounded";
import type { ListStatus } from "@balcao/domain/tickets";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { memo, useRef, type KeyboardEvent } from "react";
import { useTexts } from "../../i18n/useTexts";
import type { TicketListFilter } from "../../lib/data/belongsToList";
import { unreadChatsQuery } from "../../lib/data/chats";
import { ticketCountsQuery, ticketListQuery } from "../../lib/data/ticketLists";
import { unreadTicketsQuery } from "../../lib/data/unreadTickets";
import { Badge, toBadgeText } from "../../ui";
import { INBOX_TABS, subTabsOf, type InboxPlace, type InboxTab, type ListPlace } from "./inboxPlace";

const ICONS = {
  open: [ForumOutlined, ForumRounded],
  closed: [ArchiveOutlined, Archive],
  paused: [PauseCircleOutlined, PauseCircleOutlined],
  chat: [GroupsRounded, GroupsRounded],
  search: [SearchRounded, SearchRounded],
} as const;

/**
 * The count of a list: the latest one from the socket, else the one in the list's response;
 * undefined when neither is loaded.
 */
function useCount(filterOf: TabsProps["filterOf"], status: ListStatus): number | undefined {
  const { data: counts } = useQuery(ticketCountsQuery);
  const { data } = useInfiniteQuery({ ...ticketListQuery(filterOf(status)), enabled: false });
  return counts?.[status] ?? data?.pages.at(-1)?.count;
}

/** Moves between tabs with the arrow keys, as in any tab list. */
export function onTabKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const next = tabs[(tabs.indexOf(event.target as HTMLElement) + step + tabs.length) % tabs.length];
  next?.focus();
  next?.click();
}

interface TabsProps {
  readonly place: InboxPlace;
  /** The filter of each list. */
  readonly filterOf: (status: ListStatus) => TicketListFilter;
  readonly onGo: (tab: InboxTab, sub?: string) => void;
}

/**
 * The tabs of the inbox as icon and word; open shows how many want an answer, paused its count beside the icon
 * (INBOX-001).
 */
export const InboxTabs = memo(function InboxTabs({ place, filterOf, onGo }: TabsProps) {
  const { t } = useTexts("tickets");
  const pending = useCount(filterOf, "pending");
  const paused = useCount(filterOf, "paused");
  const { data: unread } = useQuery(unreadChatsQuery);
  const chat = unread?.chats.reduce((sum, { messagesUnread }) => sum + messagesUnread, 0) ?? 0;
  const unreadTickets = useQuery(unreadTicketsQuery).data?.tickets ?? [];
  // What wants an answer: who waits, and what came into one's own conversations and was not read.
  const unanswered = (pending ?? 0) + unreadTickets.filter(({ status }) => status !== "pending").length;
  const counts: Partial<Record<InboxTab, number>> = { chat, open: unanswered, paused: paused ?? 0 };
  const nav = useRef<HTMLDivElement>(null);
  return (
    <div ref={nav} className="inboxTabs" role="tablist" aria-label={t("tabs.label")} onKeyDown={onTabKey}>
      {INBOX_TABS.map((tab) => {
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
            tabIndex={on || (place.tab === "view" && tab === "open") ? 0 : -1}
            className="inboxTab"
            onClick={() => onGo(tab)}
          >
            <span className="inboxTabIcon">
              {on ? <IconOn aria-hidden /> : <Icon aria-hidden />}
              {count > 0 && (
                <Badge corner hidden tone={tab === "open" || tab === "chat" ? "primary" : "quiet"} className="inboxTabCount">
                  {toBadgeText(count)}
                </Badge>
              )}
            </span>
            {t(`tabs.${tab}`)}
            {count > 0 && <span className="visuallyHidden">{`, ${count}`}</span>}
          </button>
        );
      })}
    </div>
  );
});

interface SubTabsProps extends TabsProps {
  readonly place: ListPlace;
}

function SubTab({ place, filterOf, sub, status, onGo }: SubTabsProps & { readonly sub: string; readonly status: ListStatus }) {
  const { t } = useTexts("tickets");
  const { t: common } = useTexts("common");
  const count = useCount(filterOf, status);
  const on = place.sub === sub;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={on}
      aria-controls="inbox-list"
      tabIndex={on ? 0 : -1}
      className="inboxSubTab"
      title={status === "open" ? common("ticketStatus.open") : undefined}
      onClick={() => onGo(place.tab, sub)}
    >
      {t(`sub.${status}`)}
      {count !== undefined && (
        <span className="inboxSubCount" data-hot={(status === "pending" && count > 0) || undefined}>
          {toBadgeText(count, 999)}
        </span>
      )}
    </button>
  );
}

/**
 * The sub-tabs of a tab as one segmented control, each with the count of its list
 * (INBOX-002…INBOX-004).
 */
export const InboxSubTabs = memo(function InboxSubTabs({ place, filterOf, onGo }: SubTabsProps) {
  const { t } = useTexts("tickets");
  const subs = subTabsOf(place.tab);
  if (subs.length < 2) return null;
  return (
    <div className="inboxSubTabs" role="tablist" aria-label={t(`tabs.${place.tab}`)} onKeyDown={onTabKey}>
      {subs.map(([sub, status]) => (
        <SubTab key={sub} place={place} filterOf={filterOf} sub={sub} status={status} onGo={onGo} />
      ))}
    </div>
  );
});
