import type { TicketView } from "@balcao/contracts/tickets";
import { queryOptions, type QueryClient } from "@tanstack/react-query";

/** A conversation that was shown in this tab. */
interface RecentTicket {
  readonly id: number;
  readonly name: string;
  readonly picture: string | null;
  readonly queue: string | null;
}

const MOST = 6;
const NONE: readonly RecentTicket[] = [];

/** The conversations that this tab has shown, the last one first. They are forgotten with the person's other data. */
export const recentTicketsQuery = queryOptions({ queryKey: ["recentTickets"], queryFn: () => NONE, staleTime: Infinity });

/** Notes that a conversation is shown. */
export function noteRecentTicket(client: QueryClient, { id, contact, queue }: TicketView): void {
  const { queryKey } = recentTicketsQuery;
  const shown: RecentTicket = { id, name: contact.name, picture: contact.profilePicUrl, queue: queue?.name ?? null };
  // Nothing shows the list between two openings of the palette.
  client.setQueryDefaults(queryKey, { gcTime: Infinity });
  client.setQueryData(queryKey, (known = NONE) => [shown, ...known.filter((each) => each.id !== id)].slice(0, MOST));
}
