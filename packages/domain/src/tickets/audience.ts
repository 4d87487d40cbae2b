import { matches, type Actor } from "../access/index.js";
import type { AccessSettings } from "../settings/index.js";
import type { TicketFacts } from "./ticketFacts.js";
import { ticketCondition } from "./ticketRules.js";

/**
 * The facts of a ticket before and after a change; null before it was created and after it was
 * deleted.
 */
export interface TicketChange {
  readonly before: TicketFacts | null;
  readonly after: TicketFacts | null;
}

/**
 * Whether a person may see a ticket with these facts: the same rule for rows, messages and events
 * (D-060).
 */
export function sees(actor: Actor, settings: AccessSettings, facts: TicketFacts): boolean {
  return matches(ticketCondition("ticket:open", actor, settings), facts);
}

/**
 * Whether a person receives the event of a change: whoever saw the ticket before (to remove it) or
 * sees it now (ADR 5).
 */
export function receives(actor: Actor, settings: AccessSettings, change: TicketChange): boolean {
  return (change.before !== null && sees(actor, settings, change.before)) || (change.after !== null && sees(actor, settings, change.after));
}

/** The owners and guests in a change. They are checked one by one, all other people by their rights class. */
export function peopleOf(change: TicketChange): number[] {
  const people = [change.before, change.after].flatMap((facts) => (facts ? [facts.userId, ...(facts.guestIds ?? [])] : []));
  return [...new Set(people.filter((id) => typeof id === "number"))];
}

const classes = new WeakMap<Actor, string>();

/**
 * The same text for people with the same rights. Of two who are owner or guest on neither side of a change, both
 * receive it or neither does, and it rings for both or neither: the bell asks for the queues of
 * administrators, too.
 */
export function rightsClassOf(actor: Actor): string {
  if (!actor.active) return "inactive";
  const known = classes.get(actor) ?? `${actor.profile}:${[...new Set(actor.queueIds)].sort((a, b) => a - b).join()}`;
  classes.set(actor, known);
  return known;
}
