import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { ApiError, toErrorText } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { toActor, useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import type { WaitingChoice } from "./takeNext";
import { needsQueueToAccept } from "./ticketActions";
import { useTicketChange } from "./useTicketChange";

const AcceptDialog = lazyWithTexts("conversation", () => import("./dialogs/AcceptDialog").then((door) => door.AcceptDialog));

interface AcceptOptions {
  readonly onAccepted: (ticket: TicketView) => void;
  /** Opens a ticket that somebody else has accepted. */
  readonly onShow: (ticketId: number) => void;
  readonly waiting: WaitingChoice;
  /** Whether another ticket waits, as far as the page knows. */
  readonly othersWait: (ticketId: number) => boolean;
}

/** The person saw it wait: when she may not open it any more, it went to somebody else as well. */
const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "ERR_TICKET_TAKEN" || error.code === "ERR_NO_PERMISSION");

/**
 * Accepts a ticket at once, or after the choice of a queue (INBOX-021). When somebody else was faster, a
 * dialog says who and offers the next one. The caller must render `dialog`.
 */
export function useAccept({ onAccepted, onShow, waiting, othersWait }: AcceptOptions) {
  const self = useSelf();
  const { data: queues = [] } = useQuery(queuesQuery);
  // Refusals are shown by the dialog or by the toast below.
  const change = useTicketChange({ quiet: true });
  const [asked, setAsked] = useState<{ readonly ticket: TicketView; readonly lost: boolean } | null>(null);
  const take = async (ticket: TicketView, queueId?: number): Promise<void> => {
    const input = { userId: self.id, ...(queueId !== undefined && { queueId }) };
    const accepted = await change.mutateAsync({ ticketId: ticket.id, wire: { intent: "accept", input } });
    setAsked(null);
    onAccepted(accepted);
  };
  const send = (ticket: TicketView, queueId?: number): Promise<void> =>
    take(ticket, queueId).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
      setAsked({ ticket, lost: true });
    });
  const asksQueue = (ticket: TicketView) => needsQueueToAccept(ticket, toActor(self), queues.length > 0);
  const accept = (ticket: TicketView): void => {
    if (asksQueue(ticket)) return setAsked({ ticket, lost: false });
    if (change.isPending) return;
    setAsked(null);
    send(ticket).catch((error: unknown) => toasts.error(toErrorText(error)));
  };
  /** Accepts the ticket whose customer has waited longest, also when others do the same at this moment. */
  const acceptNext = (): void => {
    const ask = (ticket: TicketView | null) => setAsked(ticket && { ticket, lost: false });
    import("./takeNext")
      .then(({ takeNext }) => takeNext(waiting, { asksQueue, ask, take, isTaken }))
      .catch((error: unknown) => toasts.error(toErrorText(error)));
  };
  const dialog: ReactNode = asked && (
    <Suspense>
      <AcceptDialog
        key={asked.ticket.id}
        ticket={asked.ticket}
        lost={asked.lost}
        onChoose={(queueId) => send(asked.ticket, queueId)}
        onShow={(ticketId) => {
          setAsked(null);
          onShow(ticketId);
        }}
        onNext={othersWait(asked.ticket.id) ? acceptNext : undefined}
        onClose={() => setAsked(null)}
      />
    </Suspense>
  );
  return {
    accept,
    acceptNext,
    asksQueue,
    /** The id of the ticket that is being accepted. */
    pendingId: change.isPending ? change.variables.ticketId : null,
    dialog,
  };
}
