import type { TicketSearchView, TicketView } from "./tickets.views.js";

/**
 * Found tickets after one of them changed: it is shown as it is now, at the place and with the
 * message that were found.
 */
export function applyTicketToFound(found: TicketSearchView, ticket: TicketView): TicketSearchView {
  // At an equal version the event is the later view: names of people and queues change without the ticket.
  const isReplaced = (each: TicketView): boolean => each.id === ticket.id && each.version <= ticket.version;
  if (!found.tickets.some(isReplaced)) return found;
  return { ...found, tickets: found.tickets.map((each) => (isReplaced(each) ? { ...ticket, hit: each.hit } : each)) };
}
