import type { Closing } from "../closing/index.js";
import type { TicketOrigin, TicketStatus } from "./ticketStatus.js";

/** `asleep` until its time or the customer's message, then how it came back until its next change. */
export type Snooze = "asleep" | "timeUp" | "wrote";

/** The columns of a ticket that only the ticket machine may change. */
export interface TicketState {
  readonly status: TicketStatus;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly connectionId: number | null;
  readonly isGroup: boolean;
  readonly pauseTag: string | null;
  /** Whether its pause ends by itself, or how it has just ended; null for every other ticket (D-440). */
  readonly snooze: Snooze | null;
  /** The time of that end; null where only the customer's next message is one. */
  readonly wakesAt: Date | null;
  /** When it was first accepted; it never changes afterwards (D-058). */
  readonly acceptedAt: Date | null;
  /** When it was last closed, or began to wait for a rating (D-044). */
  readonly closedAt: Date | null;
  /** Why it was closed; null while it is live, and for those of before (D-501). */
  readonly closing: Closing | null;
}

/** The columns that a transition may change. `isGroup` is not among them. */
export type TicketColumns = Omit<TicketState, "isGroup">;

declare const madeByTheMachine: unique symbol;

/**
 * Changed columns only. Only `applyIntent` makes one and `changeTicket` accepts nothing else, so no
 * status is written without the table.
 */
export type TransitionPatch = Readonly<Partial<TicketColumns>> & { readonly [madeByTheMachine]: true };

/** The columns of a new ticket. Only `openingState` makes one. */
export type OpeningState = TicketState & {
  /** What sent the message that the ticket only holds; null for a conversation (D-268). */
  readonly origin: TicketOrigin | null;
  readonly [madeByTheMachine]: true;
};

/** How a ticket was opened. */
export type TicketOpening =
  /**
   * By the new-ticket dialog or by a forwarded message: accepted at once (TICKET-005, D-040).
   */
  | { readonly from: "dialog"; readonly userId: number }
  /** By a customer's message: it is pending, or `group` for a group. */
  | { readonly from: "inbound" }
  /** By messages of before the number was connected here: a conversation that is over (D-311). */
  | { readonly from: "history" }
  /** By a mass or scheduled message, or one of a program, for which there was no ticket: it is only a record (D-185, D-683). */
  | { readonly from: TicketOrigin };

/** The columns of a ticket that is neither paused nor has just come back. */
export const NOT_PAUSED = { pauseTag: null, snooze: null, wakesAt: null } as const;

/** The state in which a new ticket is stored. */
export function openingState(
  opening: TicketOpening,
  place: Pick<TicketState, "queueId" | "connectionId" | "isGroup">,
  now: Date,
): OpeningState {
  return { ...place, ...NOT_PAUSED, closing: null, ...beginning(opening, place.isGroup, now) } as OpeningState;
}

function beginning(
  opening: TicketOpening,
  isGroup: boolean,
  now: Date,
): Pick<OpeningState, "status" | "userId" | "acceptedAt" | "closedAt" | "origin"> {
  switch (opening.from) {
    case "dialog":
      return { status: isGroup ? "group" : "open", userId: opening.userId, acceptedAt: now, closedAt: null, origin: null };
    case "inbound":
      return { status: isGroup ? "group" : "pending", userId: null, acceptedAt: null, closedAt: null, origin: null };
    case "history":
      return { status: "closed", userId: null, acceptedAt: null, closedAt: now, origin: null };
    case "campaign":
    case "schedule":
    case "program":
      return { status: "closed", userId: null, acceptedAt: null, closedAt: now, origin: opening.from };
  }
}
