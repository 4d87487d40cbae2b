import { cachedRule, simplify, type Actor, type Profile } from "../access/index.js";
import type { AccessSettings } from "../settings/index.js";
import { all, always, any, eq, guests, isNull, never, not, oneOf, type PlaceCondition, type TicketCondition } from "./ticketFacts.js";

type Rule = (actor: Actor, settings: AccessSettings) => PlaceCondition;
type GuestRule = (actor: Actor, settings: AccessSettings) => TicketCondition;

const none: Rule = () => never;
const every: Rule = () => always;

/**
 * Tickets of the person's queues, and those without a queue unless only administrators see them
 * (TICKET-029 to TICKET-031).
 */
const inOwnQueues: Rule = (actor, settings) =>
  any(oneOf("queueId", actor.queueIds), settings.onlyAdminSeeEmptyQueue ? never : isNull("queueId"));

const ownedByAnother = (actor: Actor): PlaceCondition => not(any(isNull("userId"), eq("userId", actor.id)));

/**
 * The three rules about other people's tickets, which restrict the profile user only (TICKET-032 to
 * TICKET-034, D-060).
 */
const closedToUsers: Rule = (actor, settings) =>
  all(
    ownedByAnother(actor),
    any(
      settings.groupPerUser ? eq("isGroup", true) : never,
      settings.userClosedQueues ? never : all(eq("status", "closed"), eq("isGroup", false)),
      settings.userShowAll ? never : all(eq("status", "open"), eq("isGroup", false)),
    ),
  );

const openToUsers: Rule = (actor, settings) => all(inOwnQueues(actor, settings), not(closedToUsers(actor, settings)));
const ownToUsers: Rule = (actor, settings) => all(openToUsers(actor, settings), eq("userId", actor.id));

/** Those that the person sees by their place, and those that she is invited to (D-550). */
const orInvited =
  (byPlace: Rule): GuestRule =>
  (actor, settings) =>
    guests.any(byPlace(actor, settings), guests.has("guestIds", actor.id));

/** Live tickets whose messages are read when the person looks at them (D-076): the own ones, and groups. */
const readByLooking: Rule = (actor) => all(oneOf("status", ["open", "group", "paused"]), any(eq("userId", actor.id), eq("isGroup", true)));

/** What a person may do with one ticket, by profile. The gerente column is D-019. */
// prettier-ignore
export const TICKET_RULES = {
  /** See it: its row, its messages, its files, its events, its calls; and comment in it. */
  "ticket:open":             { user: orInvited(openToUsers), gerente: orInvited(inOwnQueues), admin: every },
  /** Find it in lists, counts, reports and exports, which go by places alone. */
  "ticket:list":             { user: openToUsers, gerente: inOwnQueues, admin: every },
  /** Change it: send, accept, pause, return, transfer, resolve, reopen, invite somebody. */
  "ticket:write":            { user: openToUsers, gerente: inOwnQueues, admin: every },
  /** End a pause. */
  "ticket:resume":           { user: ownToUsers,  gerente: inOwnQueues, admin: every },
  "ticket:transferWhatsapp": { user: openToUsers, gerente: inOwnQueues, admin: every },
  /** Mark it as unread, which its reader's next look undoes. */
  "ticket:markUnread":       { user: (actor, settings) => all(openToUsers(actor, settings), readByLooking(actor, settings)), gerente: (actor, settings) => all(inOwnQueues(actor, settings), readByLooking(actor, settings)), admin: readByLooking },
  "ticket:delete":           { user: none,        gerente: none,        admin: every },
} as const satisfies Record<string, Record<Profile, GuestRule>>;

export type TicketRule = keyof typeof TICKET_RULES;
type PlaceRule = Exclude<TicketRule, "ticket:open">;

/** What the token of a program leaves of every rule (D-571). */
function withinReach({ reach, id, queueIds }: Actor): PlaceCondition {
  if (reach === undefined) return always;
  return reach === "own" ? eq("userId", id) : oneOf("queueId", queueIds);
}

const conditionOf = (rule: TicketRule) =>
  cachedRule((actor, settings: AccessSettings) =>
    actor.active ? simplify(guests.all(TICKET_RULES[rule][actor.profile](actor, settings), withinReach(actor))) : guests.never,
  );

const placeCondition = (rule: PlaceRule) =>
  cachedRule((actor, settings: AccessSettings) =>
    actor.active ? simplify(all(TICKET_RULES[rule][actor.profile](actor, settings), withinReach(actor))) : never,
  );

const CONDITIONS = {
  "ticket:open": conditionOf("ticket:open"),
  "ticket:list": placeCondition("ticket:list"),
  "ticket:write": placeCondition("ticket:write"),
  "ticket:resume": placeCondition("ticket:resume"),
  "ticket:transferWhatsapp": placeCondition("ticket:transferWhatsapp"),
  "ticket:markUnread": placeCondition("ticket:markUnread"),
  "ticket:delete": placeCondition("ticket:delete"),
} as const;

/**
 * The tickets for which a rule holds, as a simplified condition. For an inactive account it matches
 * none.
 */
export function ticketCondition(rule: PlaceRule, actor: Actor, settings: AccessSettings): PlaceCondition;
export function ticketCondition(rule: TicketRule, actor: Actor, settings: AccessSettings): TicketCondition;
export function ticketCondition(rule: TicketRule, actor: Actor, settings: AccessSettings): TicketCondition {
  return CONDITIONS[rule](actor, settings);
}

/** The tickets that the person is invited to, wherever they are (D-550). */
export function invitedCondition(actor: Actor): TicketCondition {
  return actor.active ? simplify(guests.all(guests.has("guestIds", actor.id), withinReach(actor))) : guests.never;
}

/**
 * BOT tickets that a person may take over: for administrators all, for others those of their queues
 * (D-178).
 */
export function botListCondition(actor: Actor, settings: AccessSettings): PlaceCondition {
  return simplify(all(eq("status", "bot"), ticketCondition("ticket:list", actor, settings)));
}

/**
 * Tickets whose new messages notify a person: in the bell, as a push and as a sound:
 * the person's own; waiting ones and groups without an owner within the person's queues, or all with
 * `notificateAllTickets` (NOTIF-006); groups that others own only with `notifyGroupToAllUsers`
 * (NOTIF-007). Never a ticket that may not be opened, nor one for its guests, who are mentioned there.
 */
export const notificationCondition: Rule = cachedRule((actor, settings) => {
  const reach = settings.notificateAllTickets ? always : any(oneOf("queueId", actor.queueIds), isNull("queueId"));
  return simplify(
    all(
      ticketCondition("ticket:list", actor, settings),
      any(
        eq("userId", actor.id),
        all(isNull("userId"), any(eq("status", "pending"), eq("isGroup", true)), reach),
        settings.notifyGroupToAllUsers ? eq("isGroup", true) : never,
      ),
    ),
  );
});
