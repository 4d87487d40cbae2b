import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { ApiError, toErrorText } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { toActor, useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { needsQueueToAccept } from "./ticketActions";
import { useTicketChange } from "./useTicketChange";

const AcceptDialog = lazyWithTexts("conversation", () => import("./dialogs/AcceptDialog").then((door) => door.AcceptDialog));

interface AcceptOptions {
  readonly onAccepted: (ticket: TicketView) => void;
  /** Opens a ticket that somebody else has accepted. */
  readonly onShow: (ticketId: number) => void;
  /** The ticket that waits longest. */
  readonly next: TicketView | undefined;
}

/** The person saw it wait: when she may not open it any more, it went to somebody else as well (D-279). */
const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "ERR_TICKET_TAKEN" || error.code === "ERR_NO_PERMISSION");

/**
 * Accepts a ticket at once, or after the choice of a queue (INBOX-021, INBOX-022, TICKET-006). When somebody else was faster, a
 * dialog says who and offers the next one. The caller must render `dialog`.
 */
export function useAccept({ onAccepted, onShow, next }: AcceptOptions) {
  const self = useSelf();
  const { data: queues = [] } = useQuery(queuesQuery);
  // Refusals are shown by the dialog or by the toast below.
  const change = useTicketChange({ quiet: true });
  const [asked, setAsked] = useState<{ readonly ticket: TicketView; readonly lost: boolean } | null>(null);
  const send = async (ticket: TicketView, queueId?: number): Promise<void> => {
    const input = { userId: self.id, ...(queueId !== undefined && { queueId }) };
    try {
      const accepted = await change.mutateAsync({ ticketId: ticket.id, wire: { intent: "accept", input } });
      setAsked(null);
      onAccepted(accepted);
    } catch (error) {
      if (!isTaken(error)) throw error;
      setAsked({ ticket, lost: true });
    }
  };
  const asksQueue = (ticket: TicketView) => needsQueueToAccept(ticket, toActor(self), queues.length > 0);
  const accept = (ticket: TicketView): void => {
    if (asksQueue(ticket)) return setAsked({ ticket, lost: false });
    if (change.isPending) return;
    setAsked(null);
    send(ticket).catch((error: unknown) => toasts.error(toErrorText(error)));
  };
  const dialog: ReactNode = asked && (
    <Suspense>
      <AcceptDialog
        key={asked.ticket.id}
        ticket={asked.ticket}
        lost={asked.lost}
        next={next?.id === asked.ticket.id ? undefined : next}
        onChoose={(queueId) => send(asked.ticket, queueId)}
        onShow={(ticketId) => {
          setAsked(null);
          onShow(ticketId);
        }}
        onNext={accept}
        onClose={() => setAsked(null)}
      />
    </Suspense>
  );
  return {
    accept,
    asksQueue,
    /** The id of the ticket that is being accepted. */
    pendingId: change.isPending ? change.variables.ticketId : null,
    dialog,
  };
}
