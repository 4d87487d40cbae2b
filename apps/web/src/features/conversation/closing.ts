import type { TicketView, WireIntent } from "@balcao/contracts/tickets";
import { closingQuestion, isAsked, type ClosingQuestion } from "@balcao/domain/closing";
import type { TicketIntents, WhyClosed } from "@balcao/domain/tickets";
import { useSyncExternalStore } from "react";
import { toErrorText } from "../../lib/api";
import { readSettings, useSettings } from "../../lib/data/settings";
import { putTicket } from "../../lib/data/ticketLists";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { sendIntent } from "./useTicketChange";

/**
 * The delay before a ticket is closed, given back or snoozed, in milliseconds; until then it can be undone (TICKET-016,
 * TICKET-017, D-615).
 */
export const CLOSE_DELAY_MS = 4_500;

/** What gives a ticket away, and can be undone for a moment. */
type Step = "resolve" | "close" | "returnToWaiting" | "snooze";

/** Why it is closed, or until when it sleeps. */
type Given = WhyClosed | TicketIntents["snooze"];

/** What is asked when the moment has come, and what follows. */
interface Besides {
  /** Whether it is still wanted. */
  readonly isWanted: () => Promise<boolean>;
  readonly onDone: () => void;
}

/** A ticket whose closing, return or snooze is delayed. */
export interface Closing {
  readonly ticket: TicketView;
  readonly step: Step;
  /** When the delay is over; null while the person is asked. */
  readonly endsAt: number | null;
  readonly question: ClosingQuestion | null;
}

const WIRE = {
  resolve: { intent: "resolve", input: { askRating: false } },
  close: { intent: "close", input: {} },
  returnToWaiting: { intent: "returnToWaiting", input: {} },
  snooze: { intent: "snooze", input: { wakesAt: null } },
} as const satisfies Record<Step, WireIntent>;

let closings: readonly Closing[] = [];
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
const closedListeners = new Set<(ticket: TicketView) => void>();

function setClosings(next: readonly Closing[]): void {
  closings = next;
  listeners.forEach((listener) => listener());
}

const isUndone = ({ id }: TicketView, step: Step): boolean => !closings.some((each) => each.ticket.id === id && each.step === step);

async function send(ticket: TicketView, step: Step, given: Given, besides?: Besides): Promise<void> {
  if (besides && (!(await besides.isWanted()) || isUndone(ticket, step))) return;
  const changed = await sendIntent(ticket.id, { ...WIRE[step], input: { ...WIRE[step].input, ...given } } as WireIntent);
  if (step === "resolve" || step === "close") announceClosed(ticket);
  besides?.onDone();
  putTicket(queryClient, changed);
}

async function finish(ticket: TicketView, sending: () => Promise<void>): Promise<void> {
  timers.delete(ticket.id);
  try {
    await sending();
  } catch (error) {
    toasts.error(toErrorText(error));
  }
  setClosings(closings.filter((closing) => closing.ticket.id !== ticket.id));
}

/**
 * Closes the ticket, gives it back or snoozes it after the delay, also when the person leaves the conversation. Repeating it has no effect;
 * another step, or another moment, takes its place. Where the company asks why, a dialog asks before, which calls it again with the answer
 * (D-500).
 */
export function closeLater(ticket: TicketView, step: Step, given?: Given, besides?: Besides): void {
  if (!given && !isUndone(ticket, step)) return;
  undoClose(ticket.id);
  const question = given || step === "returnToWaiting" ? null : questionFor(ticket);
  if (!question)
    timers.set(
      ticket.id,
      setTimeout(() => void finish(ticket, () => send(ticket, step, given ?? {}, besides)), CLOSE_DELAY_MS),
    );
  setClosings([...closings, { ticket, step, question, endsAt: question ? null : Date.now() + CLOSE_DELAY_MS }]);
}

/** What is asked before the ticket is closed; null where there is nothing to choose. */
function questionFor({ queueId }: TicketView): ClosingQuestion | null {
  const settings = readSettings(queryClient);
  const question = settings ? closingQuestion(settings, [queueId]) : null;
  return question && isAsked(question) ? question : null;
}

/** What is asked before conversations of these queues are closed; null where each must have a reason and none fits all of them. */
export const useClosingQuestion = (queueIds: readonly (number | null)[]): ClosingQuestion | null =>
  closingQuestion(useSettings(), queueIds);

/** Cancels what is delayed. */
export function undoClose(ticketId: number): void {
  clearTimeout(timers.get(ticketId));
  timers.delete(ticketId);
  setClosings(closings.filter((closing) => closing.ticket.id !== ticketId));
}

/** A ticket was closed from this tab. */
export const announceClosed = (ticket: TicketView): void => closedListeners.forEach((listener) => listener(ticket));

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
