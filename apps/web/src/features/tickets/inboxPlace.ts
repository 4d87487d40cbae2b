import type { ListStatus } from "@balcao/domain/tickets";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

/** The tabs of the inbox with their sub-tabs and the list each shows (INBOX-001, INBOX-002, INBOX-004). */
export const INBOX_TABS = {
  open: { assigned: "open", groups: "group", pending: "pending" },
  closed: { contacts: "closed", groups: "closedGroup" },
  paused: { all: "paused" },
} as const satisfies Record<string, Record<string, ListStatus>>;

export type InboxTab = keyof typeof INBOX_TABS;

export interface InboxPlace {
  readonly tab: InboxTab;
  readonly sub: string;
  readonly status: ListStatus;
}

const isTab = (name: string | null): name is InboxTab => name !== null && Object.hasOwn(INBOX_TABS, name);

/** The sub-tabs of a tab with their lists, in their order. */
export const subTabsOf = (tab: InboxTab): readonly (readonly [string, ListStatus])[] => Object.entries(INBOX_TABS[tab]);

/** Reads the place from the address; what it does not name is the first. */
export function toPlace(query: URLSearchParams): InboxPlace {
  const named = query.get("tab");
  const tab = isTab(named) ? named : "open";
  const subs = subTabsOf(tab);
  const [sub, status] = subs.find(([name]) => name === query.get("sub")) ?? subs[0] ?? ["assigned", "open"];
  return { tab, sub, status };
}

/** Where the person is in the inbox; it stands in the address, so Back and reload keep it. */
export function useInboxPlace(): {
  readonly place: InboxPlace;
  readonly goTo: (tab: InboxTab, sub?: string) => void;
  readonly search: string;
} {
  const [query, setQuery] = useSearchParams();
  const place = useMemo(() => toPlace(query), [query]);
  const text = query.toString();
  const goTo = (tab: InboxTab, sub?: string) => setQuery({ tab, ...(sub !== undefined && { sub }) }, { replace: true });
  return { place, goTo, search: text === "" ? "" : `?${text}` };
}
