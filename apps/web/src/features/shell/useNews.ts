import type { ChatView } from "@balcao/contracts/chats";
import type { NoticeView } from "@balcao/contracts/notices";
import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { unreadChatsQuery } from "../../lib/data/chats";
import { noticesQuery } from "../../lib/data/notices";
import { unreadTicketsQuery } from "../../lib/data/unreadTickets";

/** What waits for the person; each thing once. */
export interface News {
  readonly tickets: readonly TicketView[];
  readonly chats: readonly ChatView[];
  readonly notices: readonly NoticeView[];
}

/** What the bell shows, as far as it is loaded. A conversation that was given to the person is said by its notice alone. */
export function useNews() {
  const { data, error, isPending, refetch } = useQuery(unreadTicketsQuery);
  const { data: chats } = useQuery(unreadChatsQuery);
  const { data: notices = [] } = useQuery(noticesQuery);
  const given = new Set(notices.map(({ kind, place }) => (kind === "handover" && place.kind === "message" ? place.ticketId : 0)));
  const tickets = (data?.tickets ?? []).filter(({ id }) => !given.has(id));
  return { news: { tickets, chats: chats?.chats ?? [], notices }, data, error, isPending, refetch };
}
