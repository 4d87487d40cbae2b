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

/** What is told later than this after it was said is history: it was kept back while nobody listened, and rings for nobody. */
const LATE_MS = 300_000;

/** Whether a new message is news for a person: written by a customer just now, in a ticket of the bell's rule (D-098), not before their eyes. */
export function isNews(event: ServerEvent<"appMessage">, actor: Actor, settings: AccessSettings, sight: Sight): boolean {
  const { message, ticket, action } = event;
  if (action !== "create" || message.fromMe || Date.now() - Date.parse(message.createdAt) > LATE_MS) return false;
  if (sight.visible && sight.ticketId === ticket.id) return false;
  const { status, isGroup, queueId, userId } = ticket;
  return matches(notificationCondition(actor, settings), { status, isGroup, queueId, userId });
}
