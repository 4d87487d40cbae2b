import type { TicketView } from "@balcao/contracts/tickets";

/**
 * Since when the customer of a waiting ticket has waited: since the first message without an
 * answer, or, when all are answered, since an agent returned it. Null for other tickets.
 */
export function waitsSince({ status, waitingSince, updatedAt }: Pick<TicketView, "status" | "waitingSince" | "updatedAt">): string | null {
  return status === "pending" ? (waitingSince ?? updatedAt) : null;
}
