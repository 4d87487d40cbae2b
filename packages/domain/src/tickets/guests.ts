import { matches, type Actor } from "../access/index.js";
import type { AccessSettings } from "../settings/index.js";
import type { TicketFacts } from "./ticketFacts.js";
import { ticketCondition } from "./ticketRules.js";

/** Who may take an invitation back: who invited, the owner of the ticket, managers of it, and the guest (D-551). */
export function mayEndInvitation(
  actor: Actor,
  settings: AccessSettings,
  ticket: TicketFacts,
  guest: { readonly userId: number; readonly invitedById: number },
): boolean {
  if (!actor.active) return false;
  if ([guest.userId, guest.invitedById, ticket.userId].includes(actor.id)) return true;
  return actor.profile !== "user" && matches(ticketCondition("ticket:write", actor, settings), ticket);
}
