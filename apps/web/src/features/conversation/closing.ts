import type { TicketView } from "@balcao/contracts/tickets";
import { useSyncExternalStore } from "react";
import { toErrorText } from "../../lib/api";
import { putTicket } from "../../lib/data/ticketLists";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { sendIntent } from "./useTicketChange";

/**
 * The delay before a ticket is closed, in milliseconds; until then it can be undone (TICKET-016,
 * TICKET-017).
 */
export const CLOSE_DELAY_MS = 4_500;

/** A ticket whose closing is delayed. */
export interface Closing {
  readonly ticket: TicketView;
  readonly endsAt: number;
}

type Step = "resolve" | "close";

let closings: readonly Closing[] = [];
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
const closedListeners = new Set<(ticket: TicketView) => void>();

function setClosings(next: readonly Closing[]): void {
  closings = next;
  listeners.forEach((listener) => listener());
}

async function finish(ticket: TicketView, step: Step): Promise<void> {
  timers.delete(ticket.id);
  try {
    const closed = await sendIntent(
      ticket.id,
      step === "resolve" ? { intent: "resolve", input: { askRating: false } } : { intent: "close", input: {} },
    );
    closedListeners.forEach((listener) => listener(ticket));
    putTicket(queryClient, closed);
  } catch (error) {
    toasts.error(toErrorText(error));
  }
  setClosings(closings.filter((closing) => closing.ticket.id !== ticket.id));
}

/**
 * Closes the ticket after the delay, also when the person leaves the conversation. A second call
 * has no effect.
 */
export function closeLater(ticket: TicketView, step: Step): void {
  if (timers.has(ticket.id)) return;
  timers.set(
    ticket.id,
    setTimeout(() => void finish(ticket, step), CLOSE_DELAY_MS),
  );
  setClosings([...closings, { ticket, endsAt: Date.now() + CLOSE_DELAY_MS }]);
}

/** Cancels the delayed closing. */
export function undoClose(ticketId: number): void {
  clearTimeout(timers.get(ticketId));
  timers.delete(ticketId);
  setClosings(closings.filter((closing) => closing.ticket.id !== ticketId));
}

/**
 * Calls `listener` when a ticket was closed from this tab; returns the function that unsubscribes.
 */
export function onClosed(listener: (ticket: TicketView) => void): () => void {
  closedListeners.add(listener);
  return () => closedListeners.delete(listener);
}

export function useClosings(): readonly Closing[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => closings,
  );
}
