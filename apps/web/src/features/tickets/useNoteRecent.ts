import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { noteRecentTicket } from "../../lib/data/recentTickets";
import { ticketQuery } from "../../lib/data/ticketLists";
import { queryClient } from "../../lib/queryClient";

/** Notes the shown ticket for the palette as soon as it is loaded. */
export function useNoteRecent(ticketId: number | null): void {
  const { data: loadedId } = useQuery({ ...ticketQuery(ticketId ?? 0), enabled: false, select: ({ id }) => id });
  useEffect(() => {
    const ticket = loadedId === undefined ? undefined : queryClient.getQueryData(ticketQuery(loadedId).queryKey);
    if (ticket) noteRecentTicket(queryClient, ticket);
  }, [loadedId]);
}
