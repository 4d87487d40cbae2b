import type { ServerEvent } from "@balcao/contracts/realtime";
import { matches, type Actor } from "@balcao/domain/access";
import type { AccessSettings } from "@balcao/domain/settings";
import { notificationCondition } from "@balcao/domain/tickets";

/** What this tab shows its person right now. */
export interface Sight {
  readonly visible: boolean;
  /** The ticket whose conversation is open, or null. */
  readonly ticketId: number | null;
}

/** Whether a new message is news for a person: written by a customer, in a ticket of the bell's rule (D-098), not before their eyes. */
export function isNews(event: ServerEvent<"appMessage">, actor: Actor, settings: AccessSettings, sight: Sight): boolean {
  const { message, ticket, action } = event;
  if (action !== "create" || message.fromMe) return false;
  if (sight.visible && sight.ticketId === ticket.id) return false;
  const { status, isGroup, queueId, userId } = ticket;
  return matches(notificationCondition(actor, settings), { status, isGroup, queueId, userId });
}
