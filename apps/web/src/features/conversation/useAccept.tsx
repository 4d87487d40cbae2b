import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { queuesQuery } from "../../lib/data/queues";
import { toActor, useSelf } from "../../lib/session";
import { needsQueueToAccept } from "./ticketActions";
import { useTicketChange } from "./useTicketChange";

const ChooseQueueDialog = lazy(() => import("./dialogs/ChooseQueueDialog").then((door) => ({ default: door.ChooseQueueDialog })));

/** Accepting a ticket: at once, or after the choice of a queue (INBOX-021, INBOX-022, TICKET-006). `dialog` must be drawn. */
export function useAccept(onAccepted: (ticket: TicketView) => void) {
  const self = useSelf();
  const { data: queues = [] } = useQuery(queuesQuery);
  const change = useTicketChange();
  // The dialog shows its refusal itself.
  const choice = useTicketChange({ quiet: true });
  const [asked, setAsked] = useState<TicketView | null>(null);
  const accept = async (ticket: TicketView, queueId?: number): Promise<void> => {
    const input = { userId: self.id, ...(queueId !== undefined && { queueId }) };
    const { mutateAsync } = queueId === undefined ? change : choice;
    const accepted = await mutateAsync({ ticketId: ticket.id, wire: { intent: "accept", input } });
    setAsked(null);
    onAccepted(accepted);
  };
  const acceptNow = (ticket: TicketView) => {
    // The refusal is in a toast.
    if (!change.isPending) accept(ticket).catch(() => undefined);
  };
  const asksQueue = (ticket: TicketView) => needsQueueToAccept(ticket, toActor(self), queues.length > 0);
  const dialog: ReactNode = asked && (
    <Suspense>
      <ChooseQueueDialog ticket={asked} onChoose={(queueId) => accept(asked, queueId)} onClose={() => setAsked(null)} />
    </Suspense>
  );
  return {
    accept: (ticket: TicketView) => (asksQueue(ticket) ? setAsked(ticket) : acceptNow(ticket)),
    asksQueue,
    /** The ticket that is being accepted now. */
    pendingId: change.isPending ? change.variables.ticketId : null,
    dialog,
  };
}
