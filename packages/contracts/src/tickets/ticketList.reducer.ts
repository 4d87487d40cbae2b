import type { AppMessageEvent, ConnectionEvent, OneContactEvent, TicketEvent } from "../live/events.js";
import type { TicketListView, TicketView } from "./tickets.views.js";

/**
 * Whether a ticket belongs to the loaded list, which may have it already: by its status, its queues and the list rule of this
 * person.
 */
export type BelongsToList = (ticket: TicketView, isLoaded?: unknown) => boolean;

/**
 * How a list is ordered: by its newest activity; for the waiting tickets by who has waited longest (D-341); for them and the open ones by
 * what is due first, with those after it that have no target, newest activity first (D-512).
 */
export const TICKET_ORDERS = ["activity", "wait", "due"] as const;
export type TicketOrder = (typeof TICKET_ORDERS)[number];

/** The instant by which a ticket is ordered. */
const placeOf = ({ updatedAt, waitingSince, target }: Placed, order: TicketOrder): string =>
  (order === "wait" && waitingSince) || (order === "due" && target?.dueAt) || updatedAt;

type Placed = Pick<TicketView, "updatedAt" | "waitingSince" | "target" | "id">;

/**
 * The position of a ticket in its list; the `cursor` of the next page is the one of the last
 * ticket.
 */
export const ticketCursor = (ticket: Placed, order: TicketOrder = "activity"): string =>
  `${placeOf(ticket, order)}~${ticket.id}${order === "due" && !ticket.target ? "~rest" : ""}`;

function comesBefore(a: TicketView, b: TicketView, order: TicketOrder): boolean {
  if (order === "due" && !a.target !== !b.target) return a.target !== null;
  const [first, second] = order === "wait" || (order === "due" && a.target) ? [b, a] : [a, b];
  const [one, other] = [placeOf(first, order), placeOf(second, order)];
  return one === other ? first.id > second.id : one > other;
}

/**
 * A loaded list after a `ticket` event (INBOX-025…INBOX-028); a view older than the loaded one
 * changes nothing. A ticket that sorts after the last loaded one is left to the next page while there
 * is one.
 */
export function applyTicketEvent(list: TicketListView, event: TicketEvent, belongs: BelongsToList, order?: TicketOrder): TicketListView {
  switch (event.action) {
    case "delete":
      return withoutTicket(list, event.ticketId);
    case "updateUnread":
      return {
        ...list,
        tickets: list.tickets.map((ticket) =>
          ticket.id === event.ticketId && ticket.version <= event.version
            ? { ...ticket, unreadMessages: 0, version: event.version }
            : ticket,
        ),
      };
    case "update":
      return upsertTicket(list, event.ticket, belongs, order);
  }
}

/**
 * A loaded list after a message: the ticket moves to the top with its new unread count (INBOX-029), but keeps its place in the
 * order of the wait.
 */
export function applyMessageToList(
  list: TicketListView,
  event: AppMessageEvent,
  belongs: BelongsToList,
  order?: TicketOrder,
): TicketListView {
  return upsertTicket(list, event.ticket, belongs, order);
}

/** A loaded list after a contact changed: the contact's tickets show the change (INBOX-030). */
export function applyContactToList(list: TicketListView, event: OneContactEvent): TicketListView {
  if (event.action === "delete") return list;
  const { id, name, number, profilePicUrl, isGroup } = event.contact;
  if (!list.tickets.some((ticket) => ticket.contactId === id)) return list;
  return {
    ...list,
    tickets: list.tickets.map((ticket) =>
      ticket.contactId === id ? { ...ticket, contact: { id, name, number, profilePicUrl, isGroup } } : ticket,
    ),
  };
}

/**
 * A loaded list after a connection was changed or deleted: its tickets show the change, or no
 * connection.
 */
export function applyConnectionToList(list: TicketListView, event: ConnectionEvent): TicketListView {
  const isTheirs = ({ whatsappId }: TicketView): boolean => whatsappId === event.whatsappId;
  if (!list.tickets.some(isTheirs)) return list;
  const shown =
    event.action === "delete"
      ? { whatsappId: null, whatsapp: null }
      : { whatsapp: { id: event.whatsapp.id, name: event.whatsapp.name, api: event.whatsapp.api } };
  return { ...list, tickets: list.tickets.map((ticket) => (isTheirs(ticket) ? { ...ticket, ...shown } : ticket)) };
}

function withoutTicket(list: TicketListView, ticketId: number): TicketListView {
  const tickets = list.tickets.filter((ticket) => ticket.id !== ticketId);
  return tickets.length === list.tickets.length ? list : { ...list, tickets };
}

function upsertTicket(list: TicketListView, ticket: TicketView, belongs: BelongsToList, order: TicketOrder = "activity"): TicketListView {
  const loaded = list.tickets.find((other) => other.id === ticket.id);
  if (loaded && loaded.version > ticket.version) return list;
  if (!belongs(ticket, loaded !== undefined)) return loaded ? withoutTicket(list, ticket.id) : list;
  const others = list.tickets.filter((other) => other.id !== ticket.id);
  const place = others.findIndex((other) => comesBefore(ticket, other, order));
  const isLeftToNextPage = place === -1 && list.hasMore && !staysLast(loaded, (last) => comesBefore(last, ticket, order));
  if (isLeftToNextPage) return loaded ? { ...list, tickets: others } : list;
  const at = place === -1 ? others.length : place;
  return { ...list, tickets: [...others.slice(0, at), ticket, ...others.slice(at)] };
}

/** Whether a ticket after all others is the last loaded one and keeps its place: between it and the next page nothing is known. */
const staysLast = (loaded: TicketView | undefined, goesBack: (last: TicketView) => boolean): boolean =>
  loaded !== undefined && !goesBack(loaded);
