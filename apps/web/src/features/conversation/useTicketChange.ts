import { encodeIntent, type TicketView, type WireIntent } from "@balcao/contracts/tickets";
import { useMutation } from "@tanstack/react-query";
import { ApiError, call, toErrorText } from "../../lib/api";
import { putTicket, TICKET_CHANGE, ticketQuery } from "../../lib/data/ticketLists";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";

/** Texts that travel with a change and are no part of the ticket's state. */
export interface ChangeTexts {
  readonly transferMessage?: string;
  readonly pauseMessage?: string;
  readonly comment?: string;
}

/** Says an intent to the api; rejects as the api refuses. The answer is in every list before the promise ends. */
export async function sayIntent(ticketId: number, wire: WireIntent, texts: ChangeTexts = {}): Promise<TicketView> {
  // The codec's words are the wire's own; the schema's narrower type is checked by the api.
  const body = { ...encodeIntent(wire), ...texts } as Parameters<typeof call<"tickets", "change">>[2]["body"];
  return call("tickets", "change", { params: { ticketId }, body });
}

export interface TicketChange {
  readonly ticketId: number;
  readonly wire: WireIntent;
  readonly texts?: ChangeTexts;
}

/** A change of a ticket's state from a button: the answer goes to lists and conversation, a refusal to a toast unless the caller shows it. */
export function useTicketChange({ quiet = false }: { readonly quiet?: boolean } = {}) {
  return useMutation({
    mutationKey: TICKET_CHANGE,
    mutationFn: ({ ticketId, wire, texts }: TicketChange) => sayIntent(ticketId, wire, texts),
    onSuccess: (ticket) => putTicket(queryClient, ticket),
    onError: (error, { ticketId }) => {
      if (!quiet) toasts.error(toErrorText(error));
      // Somebody was faster: what is shown is old, or theirs alone.
      if (error instanceof ApiError && (error.status === 409 || error.status === 403))
        void queryClient.invalidateQueries({ queryKey: ticketQuery(ticketId).queryKey });
    },
  });
}
