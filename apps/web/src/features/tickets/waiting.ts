import type { TicketView } from "@balcao/contracts/tickets";

/** Since when the customer of a waiting ticket waits: since it was opened, or since it came back from an agent. Null for other tickets. */
export function waitsSince({
  status,
  createdAt,
  acceptedAt,
  updatedAt,
}: Pick<TicketView, "status" | "createdAt" | "acceptedAt" | "updatedAt">): string | null {
  if (status !== "pending") return null;
  return acceptedAt === null ? createdAt : updatedAt;
}
