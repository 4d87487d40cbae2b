import { matches, type Actor } from "../access/index.js";
import type { AccessSettings } from "../settings/index.js";
import type { TicketFacts } from "./ticketFacts.js";
import { ticketCondition } from "./ticketRules.js";

/** A ticket before and after a change; null before it exists and after it is gone. */
export interface TicketChange {
  readonly before: TicketFacts | null;
  readonly after: TicketFacts | null;
}

/** Whether a person may see a ticket with these facts: the one rule of rows, messages and events (D-060). */
export function sees(actor: Actor, settings: AccessSettings, facts: TicketFacts): boolean {
  return matches(ticketCondition("ticket:open", actor, settings), facts);
}

/** Whether a person hears of a change: whoever saw it before (to remove it) or sees it now (ARCHITECTURE 7). */
export function hears(actor: Actor, settings: AccessSettings, change: TicketChange): boolean {
  return (change.before !== null && sees(actor, settings, change.before)) || (change.after !== null && sees(actor, settings, change.after));
}

/** The owners in a change: they are looked at one by one, everybody else by class. */
export function ownersOf(change: TicketChange): number[] {
  const owners = [change.before?.userId, change.after?.userId].filter((id) => typeof id === "number");
  return [...new Set(owners)];
}

/** A name that people with the same rights share: of two who own neither side of a change, both hear of it or none. */
export function rightsClassOf(actor: Actor): string {
  if (!actor.active) return "inactive";
  return actor.profile === "admin" ? "admin" : `${actor.profile}:${[...new Set(actor.queueIds)].sort((a, b) => a - b).join()}`;
}
