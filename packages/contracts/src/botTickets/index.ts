import { path } from "../route/route.js";
import type { TicketView } from "../tickets/tickets.views.js";

export const botTicketPaths = {
  list: path("GET", "/ticket2"),
  change: path("PUT", "/ticket2/:ticketId"),
} as const;

/** The order of the tickets that the bot has: the newest activity first. For `sort`. */
export function byNewestUpdate(one: Pick<TicketView, "id" | "updatedAt">, other: Pick<TicketView, "id" | "updatedAt">): number {
  return other.updatedAt.localeCompare(one.updatedAt) || other.id - one.id;
}
