import type { TicketView } from "@balcao/contracts/tickets";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, call } from "../api";

/** Who has a ticket that the person may not open any more: its person and its queue, as far as it has them. */
export interface TicketHolder {
  readonly user: string | null;
  readonly queue: string | null;
}

type Lost = Pick<TicketView, "id" | "contactId" | "whatsappId">;

/** The holder of a ticket; null when the ticket has ended. */
async function findHolder({ id, contactId, whatsappId }: Lost): Promise<TicketHolder | null> {
  if (whatsappId === null) return { user: null, queue: null };
  try {
    const found = await call("tickets", "byContact", { params: { contactId }, query: { whatsappId } });
    // Another ticket of the contact, which the person may open, has followed.
    if ("id" in found && found.id !== id) return null;
    return { user: found.user?.name ?? null, queue: found.queue?.name ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Asks each time who has a lost ticket. */
export const ticketHolderQuery = (ticket: Lost) =>
  queryOptions({ queryKey: ["tickets", "holder", ticket.id], queryFn: () => findHolder(ticket), gcTime: 0, staleTime: 0, retry: false });
