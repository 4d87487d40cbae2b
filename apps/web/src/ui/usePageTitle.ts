import { useEffect, useSyncExternalStore } from "react";
import { useAppName } from "../lib/config";

interface Title {
  readonly unread: number;
  readonly page: string | null;
}

let title: Title = { unread: 0, page: null };
const listeners = new Set<() => void>();

function change(next: Partial<Title>): void {
  title = { ...title, ...next };
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Sets the number of tickets with unread messages, with which every title starts. */
export function setUnreadInTitle(unread: number): void {
  change({ unread });
}

/** The title of the current page, for the app bar on a phone; null while there is none. */
export function useCurrentTitle(): string | null {
  return useSyncExternalStore(subscribe, () => title.page);
}

/**
 * Sets the document title: `(3) Ticket Ana - Balcão`, with unread tickets, page and app name.
 */
export function usePageTitle(page: string): void {
  const appName = useAppName();
  const unread = useSyncExternalStore(subscribe, () => title.unread);
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${page} - ${appName}`;
  }, [page, appName, unread]);
  useEffect(() => {
    change({ page });
    return () => change({ page: null });
  }, [page]);
}
