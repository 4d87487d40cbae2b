import { useEffect, useSyncExternalStore } from "react";
import { useAppName } from "../lib/config";

let unread = 0;
const listeners = new Set<() => void>();

/** How many tickets and chats have unread messages; every title starts with it. */
export function setUnreadInTitle(count: number): void {
  unread = count;
  listeners.forEach((listener) => listener());
}

/** `(3) Ticket Ana - Balcão`: unread first, then the page, then the app's name (SHELL-039, ux B3). */
export function usePageTitle(page: string): void {
  const appName = useAppName();
  const count = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unread,
  );
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ""}${page} - ${appName}`;
  }, [page, appName, count]);
}
