import { conditionsOver, simplify, type Actor } from "../access/index.js";
import type { AccessSettings } from "../settings/index.js";
import { listCondition, type ListStatus, type PlaceCondition, type PlaceFacts } from "../tickets/index.js";

const { all, always, eq, isNull, oneOf } = conditionsOver<PlaceFacts>();

/** `chosen` queues or tags, `waiting` in minutes, `ad` in characters; `pinned` by a person at most, `own` made by one. Apart from the others, which every page loads. */
export const VIEW_LIMITS = {
  name: { min: 1, max: 40 },
  chosen: 50,
  waiting: { min: 1, max: 30_000 },
  ad: 500,
  pinned: 7,
  own: 100,
} as const;
/** What a view asks of the targets: that something is due, or that it is overdue. */
export const VIEW_TARGETS = ["due", "overdue"] as const;
/** What the rows of a view may show below the last message, in the order of the row (D-611). */
export const VIEW_COLUMNS = ["queue", "connection", "owner", "number", "created", "target"] as const;
export type ViewColumn = (typeof VIEW_COLUMNS)[number];
/** The states of conversations that go on; a view without a state has all of them. */
const LIVE_LISTS = ["open", "group", "pending", "paused"] as const satisfies readonly ListStatus[];

/** What a saved view asks of a ticket; everything that is given must match (D-553). */
export interface ViewFilter {
  /** Null for every list of live conversations. */
  readonly status: ListStatus | null;
  /** None: the queues of whoever looks. */
  readonly queueIds: readonly number[];
  /** `me` is whoever looks, `none` nobody, otherwise the id of a person; null for anybody. */
  readonly owner: string | null;
  /** One of these at the contact; none for any contact. */
  readonly tagIds: readonly number[];
  readonly connectionId: number | null;
  /** The customer has waited so long for an answer, or longer. */
  readonly waitingMinutes: number | null;
  readonly target: (typeof VIEW_TARGETS)[number] | null;
  /** Why it was closed: an id, the word of an automatic reason, or `none`. */
  readonly reason: string | null;
  /** Began with a tap on an advertisement. */
  readonly fromAd: boolean;
  /** Began with this advertisement: its id on the network, or its headline where it has none (D-613). */
  readonly ad: string | null;
}

/** A view as rules judge it: who made it, and the queue that it is shared with. */
export interface ViewOwner {
  readonly userId: number;
  readonly queueId: number | null;
}

/** The lists that a view looks into. A reason is one of closed conversations. */
export function listsOf({ status, reason }: Pick<ViewFilter, "status" | "reason">): readonly ListStatus[] {
  if (reason !== null) return [status === "closedGroup" ? "closedGroup" : "closed"];
  return status === null ? LIVE_LISTS : [status];
}

/** Whether the place of a ticket decides alone, so that ranges and kept counts answer. */
export const isOfPlace = ({ tagIds, connectionId, waitingMinutes, target, reason, fromAd, ad }: ViewFilter): boolean =>
  tagIds.length === 0 && [connectionId, waitingMinutes, target, reason, ad].every((each) => each === null) && !fromAd;

/** Whether a view has a number: from kept counts, or because conversations that go on are few (D-555). */
export const isCounted = (filter: ViewFilter): boolean => isOfPlace(filter) || listsOf(filter).every((list) => !list.startsWith("closed"));

/**
 * The tickets of a view, within what the person's own lists show with "show all" where it is theirs (D-554). Unlike there, chosen queues
 * leave out tickets without one.
 */
export function viewCondition(
  actor: Actor,
  settings: AccessSettings,
  { queueIds, owner }: Pick<ViewFilter, "queueIds" | "owner">,
  usersByProfile: Parameters<typeof listCondition>[2]["usersByProfile"],
): PlaceCondition {
  const isChosen = queueIds.length > 0;
  const mine = listCondition(actor, settings, { showAll: true, queueIds: isChosen ? queueIds : null, usersByProfile });
  return simplify(all(mine, isChosen ? oneOf("queueId", queueIds) : always, ownerCondition(actor, owner)));
}

function ownerCondition(actor: Actor, owner: string | null): PlaceCondition {
  if (owner === null) return always;
  return owner === "none" ? isNull("userId") : eq("userId", owner === "me" ? actor.id : Number(owner));
}

/** Whether the person sees a view: their own, and those of their queues, for an administrator of all. */
export const seesView = (actor: Actor, { userId, queueId }: ViewOwner): boolean =>
  userId === actor.id || (queueId !== null && (actor.profile === "admin" || actor.queueIds.includes(queueId)));

/** Whether the person may change and delete it: its maker, and of a shared one whoever leads its queue. */
export const mayChangeView = (actor: Actor, view: ViewOwner): boolean =>
  view.userId === actor.id || (actor.profile !== "user" && actor.active && seesView(actor, view));

/** Whether the person may share a view with the queue. */
export const mayShareWith = (actor: Actor, queueId: number): boolean => actor.profile === "admin" || actor.queueIds.includes(queueId);
