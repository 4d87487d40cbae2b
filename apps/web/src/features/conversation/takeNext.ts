import type { TicketView } from "@balcao/contracts/tickets";
import i18next from "i18next";
import { loadTexts } from "../../i18n/i18n";
import { call } from "../../lib/api";
import { toasts } from "../../lib/toasts";

/** The choice above the lists; null means the person's own queues. */
export interface WaitingChoice {
  readonly showAll: boolean;
  readonly queueIds: readonly number[] | null;
}

interface Ways {
  readonly asksQueue: (ticket: TicketView) => boolean;
  /** Shows the choice of a queue, or with null nothing. */
  readonly ask: (ticket: TicketView | null) => void;
  readonly take: (ticket: TicketView) => Promise<void>;
  readonly isTaken: (error: unknown) => boolean;
}

let isTaking = false;

/**
 * Accepts the ticket whose customer has waited longest; a second press meanwhile does nothing. Where somebody else is faster that
 * one has another customer now, so the api is asked again: each refusal means that one was accepted.
 */
export async function takeNext(choice: WaitingChoice, ways: Ways): Promise<void> {
  if (isTaking) return;
  isTaking = true;
  await tryNext(choice, ways).finally(() => (isTaking = false));
}

async function tryNext({ showAll, queueIds }: WaitingChoice, ways: Ways): Promise<void> {
  for (let lostId: number | null = null; ;) {
    const { ticket } = await call("tickets", "next", { query: { showAll, ...(queueIds && { queueIds: [...queueIds] }) } });
    if (!ticket) {
      await loadTexts("conversation");
      ways.ask(null);
      toasts.info(i18next.t("conversation:taken.nobodyWaits"));
      return;
    }
    if (ways.asksQueue(ticket)) return ways.ask(ticket);
    try {
      return await ways.take(ticket);
    } catch (error) {
      // What waits although it was refused is not somebody else's.
      if (!ways.isTaken(error) || ticket.id === lostId) throw error;
      lostId = ticket.id;
    }
  }
}
