import { can, simplify, type Actor, type Profile } from "../access/index.js";
import type { AccessSettings } from "../settings/index.js";
import { all, always, any, eq, guests, isNull, never, oneOf, type PlaceCondition, type TicketCondition } from "./ticketFacts.js";
import { ticketCondition } from "./ticketRules.js";

/** The parameters of a list besides its statuses. */
export interface TicketListQuery {
  readonly showAll: boolean;
  /**
   * The selected queues. Null when none were named: the person's own queues, for an administrator
   * all (D-027).
   */
  readonly queueIds: readonly number[] | null;
  /**
   * Every user by profile, including deleted ones, whose tickets remain; the hierarchy needs it
   * (INBOX-032).
   */
  readonly usersByProfile: Readonly<Record<Profile, readonly number[]>>;
}

/** Who may use the switch "show all" (INBOX-007, D-028). */
export function mayUseShowAll(actor: Actor, settings: AccessSettings): boolean {
  return can(actor, "tickets-manager:showall") || (actor.active && settings.userShowAll);
}

/**
 * The tickets of a person's list, for every status (D-027 to D-030, D-041, D-061). It stays within
 * `ticket:list`, so that no listed ticket is refused on click.
 */
export function listCondition(actor: Actor, settings: AccessSettings, query: TicketListQuery): PlaceCondition {
  const showAll = query.showAll && mayUseShowAll(actor, settings);
  return simplify(
    all(
      ticketCondition("ticket:list", actor, settings),
      inSelectedQueues(actor, query.queueIds),
      any(eq("userId", actor.id), isNull("userId"), showAll ? shownToAll(actor, settings, query) : sharedGroups(actor, settings)),
    ),
  );
}

/**
 * Tickets without a queue are part of every selection; `ticket:list` decides whether they are
 * visible.
 */
function inSelectedQueues(actor: Actor, queueIds: readonly number[] | null): PlaceCondition {
  if (queueIds === null) return actor.profile === "admin" ? always : any(oneOf("queueId", actor.queueIds), isNull("queueId"));
  return any(oneOf("queueId", queueIds), isNull("queueId"));
}

/**
 * Under the hierarchy, user and gerente see the tickets that users own; an administrator sees all
 * three profiles (INBOX-033).
 */
function shownToAll(actor: Actor, settings: AccessSettings, query: TicketListQuery): PlaceCondition {
  return settings.hierarchy && actor.profile !== "admin" ? oneOf("userId", query.usersByProfile.user) : always;
}

/**
 * Everyone sees groups that others own, unless groupPerUser reserves them for gerente and admin
 * (D-029).
 */
function sharedGroups(actor: Actor, settings: AccessSettings): PlaceCondition {
  return settings.groupPerUser && actor.profile === "user" ? never : eq("isGroup", true);
}

/** The filters of a search that are part of its rule; null for all. */
export interface TicketSearchQuery {
  /** 0 for tickets without a queue. */
  readonly queueKeys: readonly number[] | null;
  readonly userIds: readonly number[] | null;
}

/**
 * The tickets that a person may find (API-010): those that they may open, in the chosen queues and of the chosen people. Somebody with
 * the profile user cannot search by person: the selector is off for them (INBOX-012).
 */
export function searchCondition(actor: Actor, settings: AccessSettings, query: TicketSearchQuery): TicketCondition {
  return simplify(guests.all(ticketCondition("ticket:open", actor, settings), chosenPlace(actor, query)));
}

/** Those of them that the person finds by their place; the others are invitations. */
export function searchedPlace(actor: Actor, settings: AccessSettings, query: TicketSearchQuery): PlaceCondition {
  return simplify(all(ticketCondition("ticket:list", actor, settings), chosenPlace(actor, query)));
}

function chosenPlace(actor: Actor, { queueKeys, userIds }: TicketSearchQuery): PlaceCondition {
  const inQueues =
    queueKeys === null
      ? always
      : any(
          oneOf(
            "queueId",
            queueKeys.filter((key) => key !== 0),
          ),
          queueKeys.includes(0) ? isNull("queueId") : never,
        );
  const byUsers = userIds === null || actor.profile === "user" ? always : oneOf("userId", userIds);
  return all(inQueues, byUsers);
}
