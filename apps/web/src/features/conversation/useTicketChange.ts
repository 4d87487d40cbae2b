import { encodeIntent, type TicketView, type WireIntent } from "@balcao/contracts/tickets";
import { useMutation } from "@tanstack/react-query";
import { ApiError, call, toErrorText } from "../../lib/api";
import { putTicket, TICKET_CHANGE, ticketQuery } from "../../lib/data/ticketLists";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";

/** What is sent with a change and is not part of the ticket's state. */
export interface ChangeTexts {
  readonly transferMessage?: string;
  /** The messages so far stay visible to whoever gets the ticket. */
  readonly recoverMessages?: boolean;
  readonly pauseMessage?: string;
  readonly comment?: string;
}

/**
 * Sends an intent to the api and rejects with its refusal. The answer is in every list before the
 * promise resolves.
 */
export async function sendIntent(ticketId: number, wire: WireIntent, texts: ChangeTexts = {}): Promise<TicketView> {
  // The codec encodes to names of the wire; the api checks the narrower type of the schema.
  const body = { ...encodeIntent(wire), ...texts } as Parameters<typeof call<"tickets", "change">>[2]["body"];
  return call("tickets", "change", { params: { ticketId }, body });
}

/** Marks a ticket as unread for those who read it; a refusal becomes a toast. */
export const markUnread = (ticketId: number): Promise<void> =>
  call("tickets", "markUnread", { params: { ticketId } }).then(
    (ticket) => putTicket(queryClient, ticket),
    (error: unknown) => toasts.error(toErrorText(error)),
  );

export interface TicketChange {
  readonly ticketId: number;
  readonly wire: WireIntent;
  readonly texts?: ChangeTexts;
}

/**
 * Changes a ticket's state from a button. The answer updates lists and conversation; a refusal
 * becomes a toast unless `quiet`.
 */
export function useTicketChange({ quiet = false }: { readonly quiet?: boolean } = {}) {
  return useMutation({
    mutationKey: TICKET_CHANGE,
    mutationFn: ({ ticketId, wire, texts }: TicketChange) => sendIntent(ticketId, wire, texts),
    onSuccess: (ticket) => putTicket(queryClient, ticket),
    onError: (error, { ticketId }) => {
      if (!quiet) toasts.error(toErrorText(error));
      // Another person was faster: the shown ticket is outdated, or only the other person may see
      // it.
      if (error instanceof ApiError && (error.status === 409 || error.status === 403))
        void queryClient.invalidateQueries({ queryKey: ticketQuery(ticketId).queryKey });
    },
  });
}
