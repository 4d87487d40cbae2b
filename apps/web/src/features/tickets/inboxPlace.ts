import type { ListStatus } from "@balcao/domain/tickets";
import { useCallback, useMemo } from "react";
import { useLocation, useParams, useSearchParams } from "react-router-dom";

/**
 * The tabs of the inbox that show lists, with their sub-tabs and the list of each (INBOX-002, INBOX-004).
 */
const LIST_TABS = {
  open: { assigned: "open", groups: "group", pending: "pending" },
  closed: { contacts: "closed", groups: "closedGroup" },
  paused: { all: "paused" },
} as const satisfies Record<string, Record<string, ListStatus>>;

export type ListTab = keyof typeof LIST_TABS;
export type InboxTab = ListTab | "chat" | "search";

/** The tabs in their order. */
export const INBOX_TABS: readonly InboxTab[] = ["open", "closed", "paused", "chat", "search"];

export interface ListPlace {
  readonly tab: ListTab;
  readonly sub: string;
  readonly status: ListStatus;
}

/** The internal chat and the search have no list of tickets. */
interface PlaceWithoutList<T extends "chat" | "search"> {
  readonly tab: T;
  readonly sub: null;
  readonly status: null;
}

/** A saved view, whose id `sub` is. */
interface ViewPlace {
  readonly tab: "view";
  readonly sub: string;
  readonly status: null;
}

export type InboxPlace = ListPlace | ViewPlace | PlaceWithoutList<"chat"> | PlaceWithoutList<"search">;

const isListTab = (name: string | null): name is ListTab => name !== null && Object.hasOwn(LIST_TABS, name);

/** The sub-tabs of a tab with their lists, in order. */
export const subTabsOf = (tab: ListTab): readonly (readonly [string, ListStatus])[] => Object.entries(LIST_TABS[tab]);

/** Reads the tab and sub-tab from the address; missing ones are the first, or the chats beside an open chat. */
export function toPlace(query: URLSearchParams, showsChat = false): InboxPlace {
  const view = query.get("view");
  if (view) return { tab: "view", sub: view, status: null };
  const named = query.get("tab") ?? (showsChat ? "chat" : null);
  if (named === "search" || named === "chat") return { tab: named, sub: null, status: null };
  const tab = isListTab(named) ? named : "open";
  const subs = subTabsOf(tab);
  const [sub, status] = subs.find(([name]) => name === query.get("sub")) ?? subs[0] ?? ["assigned", "open"];
  return { tab, sub, status };
}

/** The address of a ticket, or of no ticket, with the place in the inbox and perhaps a message to open it at. */
export function toAddress(ticketId: number | null, query: URLSearchParams, messageId?: string): string {
  const next = new URLSearchParams(query);
  next.delete("message");
  if (messageId !== undefined) next.set("message", messageId);
  const text = next.toString();
  return `/tickets${ticketId === null ? "" : `/${ticketId}`}${text === "" ? "" : `?${text}`}`;
}

/** The address of an internal chat, beside the list of chats. */
export const chatAddress = (chatId: number): string => `/tickets/0/${chatId}?tab=chat`;

/** The chat of the address `/tickets/0/{chatId}`; null for none. */
export function useShownChat(): number | null {
  const { ticketId, chatId } = useParams();
  return ticketId === "0" && chatId !== undefined && /^[1-9]\d*$/.test(chatId) ? Number(chatId) : null;
}

/** The query of the last search while the page lives, so that its tab shows it again. */
let lastSearch: URLSearchParams | null = null;

/** The query of the address. Writing it keeps the message at which the conversation was opened. */
export function useInboxQuery(): readonly [URLSearchParams, (next: URLSearchParams) => void] {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { readonly state: unknown };
  const write = (next: URLSearchParams) => {
    const message = query.get("message");
    if (message !== null) next.set("message", message);
    setQuery(next, { replace: true, state });
  };
  return [query, write];
}

/** The current tab and sub-tab. They are part of the address, so that Back and reload keep them. */
export function useInboxPlace(): {
  readonly place: InboxPlace;
  readonly goTo: (tab: InboxTab, sub?: string) => void;
  readonly addressOf: (ticketId: number | null, messageId?: string) => string;
} {
  const [query, write] = useInboxQuery();
  const text = query.toString();
  const showsChat = useShownChat() !== null;
  const place = useMemo(() => toPlace(new URLSearchParams(text), showsChat), [text, showsChat]);
  const addressOf = useCallback(
    (ticketId: number | null, messageId?: string) => toAddress(ticketId, new URLSearchParams(text), messageId),
    [text],
  );
  const goTo = (tab: InboxTab, sub?: string) => {
    if (place.tab === "search") {
      lastSearch = new URLSearchParams(query);
      lastSearch.delete("message");
    }
    const again = tab === "search" && lastSearch ? new URLSearchParams(lastSearch) : null;
    write(again ?? new URLSearchParams({ tab, ...(sub !== undefined && { sub }) }));
  };
  return { place, goTo, addressOf };
}
