import { can, type Actor } from "../access/index.js";

/** What a token of a program may be good for; every call of the contract belongs to one of these, or to none. */
export const API_AREAS = ["conversations", "contacts", "texts", "sends", "chats", "figures", "company", "audit", "webhooks"] as const;
export type ApiArea = (typeof API_AREAS)[number];

/** `write` includes `read`. */
export const API_LEVELS = ["read", "write"] as const;
export type ApiLevel = (typeof API_LEVELS)[number];

/** Which conversations a token reaches: all that its owner may open, those of chosen queues, or those that the owner has. */
export const API_REACHES = ["all", "queues", "own"] as const;
export type ApiReach = (typeof API_REACHES)[number];

export interface ApiScope {
  /** An area that is absent is closed. */
  readonly areas: Readonly<Partial<Record<ApiArea, ApiLevel>>>;
  readonly reach: ApiReach;
  /** Of the reach `queues`. */
  readonly queueIds: readonly number[];
}

/** What a call asks of a token. */
export interface ApiNeed {
  readonly area: ApiArea;
  readonly level: ApiLevel;
}

/** The areas in which a token may reach less than all; the others know no queues and no owners. */
const REACHING_AREAS: ReadonlySet<ApiArea> = new Set(["conversations", "contacts", "texts", "company"]);

/** Whether a scope opens a call. Null is a call that no token opens (D-571). */
export function covers({ areas, reach }: ApiScope, need: ApiNeed | null): boolean {
  if (need === null) return false;
  const level = areas[need.area];
  if (level !== "write" && level !== need.level) return false;
  return reach === "all" || REACHING_AREAS.has(need.area);
}

/**
 * The rights of a token: those that its owner has now, within its scope and never more (D-571). With a smaller reach nobody is an
 * administrator, and with the own conversations nobody a manager. `queueIds` are the company's queues.
 */
export function narrowed(owner: Actor, { reach, queueIds: chosen }: ApiScope, queueIds: readonly number[]): Actor {
  if (reach === "all") return owner;
  const isAdmin = owner.profile === "admin";
  const theirs = isAdmin ? queueIds : owner.queueIds;
  return {
    ...owner,
    reach,
    profile: reach === "own" ? "user" : isAdmin ? "gerente" : owner.profile,
    queueIds: reach === "own" ? theirs : theirs.filter((id) => chosen.includes(id)),
    addContact: can(owner, "contacts:add"),
    editContact: can(owner, "contacts:edit"),
    delContact: can(owner, "contacts:delete"),
  };
}
