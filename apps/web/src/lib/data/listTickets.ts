import type { TicketListView } from "@balcao/contracts/tickets";
import { call } from "../api";

type Query = Parameters<typeof call<"tickets", "list">>[2]["query"];

/** A page of tickets. */
export function listTickets(query: Query, signal: AbortSignal): Promise<TicketListView> {
  // Facts without names come for longer pages only, which no screen asks for.
  return call("tickets", "list", { query }, { signal }) as Promise<TicketListView>;
}
