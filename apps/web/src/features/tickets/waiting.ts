import type { TicketView } from "@balcao/contracts/tickets";

/**
 * Since when the customer of a waiting ticket has waited: since the first message without an
 * answer, or, when all are answered, since an agent returned it. Null for other tickets.
 */
export function waitsSince({ status, waitingSince, updatedAt }: Pick<TicketView, "status" | "waitingSince" | "updatedAt">): string | null {
  return status === "pending" ? (waitingSince ?? updatedAt) : null;
}

/** What a row says of time: how long the customer has waited, or how long the ticket is paused. */
export interface RowTime {
  readonly says: "waits" | "pausedFor";
  readonly since: string;
}

/** The time that the row of a ticket shows; null for none. */
export function rowTime(ticket: Pick<TicketView, "status" | "waitingSince" | "updatedAt" | "pausedAt">): RowTime | null {
  if (ticket.pausedAt !== null) return { says: "pausedFor", since: ticket.pausedAt };
  const since = waitsSince(ticket);
  return since === null ? null : { says: "waits", since };
}
