const ICONS = { read: "/favicon.svg", unread: "/faviconUnread.svg" } as const;

/** Puts a dot on the icon of the tab while messages wait. */
export function showUnreadInIcon(isUnread: boolean): void {
  document.querySelector('link[rel="icon"]')?.setAttribute("href", isUnread ? ICONS.unread : ICONS.read);
}
