import type { TicketView } from "@balcao/contracts/tickets";

type Unread = readonly Pick<TicketView, "id" | "unreadMessages">[];

/** The shortest time between two announcements of messages elsewhere (B4.9). */
export const NEWS_PAUSE_MS = 10_000;

/** How many messages came into conversations that are not shown, between two states of the bell. */
export function countNews(before: Unread, after: Unread, shownId: number | null): number {
  const known = new Map(before.map(({ id, unreadMessages }) => [id, unreadMessages]));
  const others = after.filter(({ id }) => id !== shownId);
  return others.reduce((sum, { id, unreadMessages }) => sum + Math.max(0, unreadMessages - (known.get(id) ?? 0)), 0);
}
