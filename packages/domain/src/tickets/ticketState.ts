import type { TicketStatus } from "./ticketStatus.js";

/** The columns of a ticket that only the ticket machine may change. */
export interface TicketState {
  readonly status: TicketStatus;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly connectionId: number | null;
  readonly isGroup: boolean;
  readonly pauseTag: string | null;
  /** When somebody first took it; it never moves (D-058). */
  readonly acceptedAt: Date | null;
  /** When it was last closed, or began to wait for a rating (D-044). */
  readonly closedAt: Date | null;
}

/** The columns that a transition may change. A group stays a group. */
export type TicketColumns = Omit<TicketState, "isGroup">;

declare const madeByTheMachine: unique symbol;

/** Changed columns only. `applyIntent` alone makes it and `changeTicket` takes nothing else, so no status is written past the table. */
export type TransitionPatch = Readonly<Partial<TicketColumns>> & { readonly [madeByTheMachine]: true };

/** The columns of a new ticket. `openingState` alone makes it. */
export type OpeningState = TicketState & { readonly [madeByTheMachine]: true };

/** How a ticket begins. */
export type TicketOpening =
  /** The new-ticket dialog or a forwarded message: taken from the start (TICKET-005, D-040, D-074). */
  | { readonly from: "dialog"; readonly userId: number }
  /** A customer's message: it waits, and a group is simply there (D-043, D-168). */
  | { readonly from: "inbound" }
  /** A mass or scheduled message without a ticket to go into: only a record (D-185). */
  | { readonly from: "campaign" };

/** The state in which a new ticket is stored. */
export function openingState(
  opening: TicketOpening,
  place: Pick<TicketState, "queueId" | "connectionId" | "isGroup">,
  now: Date,
): OpeningState {
  return { ...place, pauseTag: null, ...beginning(opening, place.isGroup, now) } as OpeningState;
}

function beginning(
  opening: TicketOpening,
  isGroup: boolean,
  now: Date,
): Pick<TicketState, "status" | "userId" | "acceptedAt" | "closedAt"> {
  switch (opening.from) {
    case "dialog":
      return { status: isGroup ? "group" : "open", userId: opening.userId, acceptedAt: now, closedAt: null };
    case "inbound":
      return { status: isGroup ? "group" : "pending", userId: null, acceptedAt: null, closedAt: null };
    case "campaign":
      return { status: "closed", userId: null, acceptedAt: null, closedAt: now };
  }
}
