import type { MessageView } from "@balcao/contracts/messages";
import { useQuery } from "@tanstack/react-query";
import { connectionsQuery } from "../../../lib/data/connections";
import { shownTicketQuery } from "../../../lib/data/ticketLists";
import { localKeyOf, useOutgoingMessage } from "../outbox";
import { waitingReason, type WaitingReason } from "./waitingReason";

/** The reason of a message of an open conversation; it changes with the connection and the network. */
export function useWaitingReason(message: MessageView): WaitingReason | null {
  const outgoing = useOutgoingMessage(message);
  const stored = localKeyOf(message) === null;
  const { data: connectionId } = useQuery({ ...shownTicketQuery(message.ticketId), select: (ticket) => ticket.whatsappId });
  const { data: connection } = useQuery({
    ...connectionsQuery,
    enabled: stored,
    select: (connections) => connections.find(({ id }) => id === connectionId),
  });
  return waitingReason({ outgoing, media: message.media, connection });
}
