/** The profiles of people who sign in (USER-001). */
export const PROFILES = ["user", "gerente", "admin"] as const;
export type Profile = (typeof PROFILES)[number];

/** The person who acts, with everything that rules may read about them. */
export interface Actor {
  readonly id: number;
  readonly profile: Profile;
  readonly queueIds: readonly number[];
  readonly active: boolean;
  readonly addContact: boolean;
  readonly editContact: boolean;
  readonly delContact: boolean;
  /** The rights of `GIVEN_RIGHTS` that the person has whatever the settings give to the profile. */
  readonly sendToMany: boolean;
  readonly maintain: boolean;
  /** Set for a program whose token reaches a part of the person's conversations only: of `queueIds`, or the own ones (D-571). */
  readonly reach?: "queues" | "own";
}

/**
 * The only user who sees certain settings, and the only one who may change this account (USER-004,
 * D-121).
 */
export const SUPER_ADMIN_ID = 1;

export function isSuper(actor: Pick<Actor, "id">): boolean {
  return actor.id === SUPER_ADMIN_ID;
}

type ContactFlag = "addContact" | "editContact" | "delContact";
type Grant = "nobody" | "everyone" | ContactFlag;

/** A permission granted by a flag of the user; an administrator has it without the flag (D-126). */
const byFlag = (flag: ContactFlag): Record<Profile, Grant> => ({ user: flag, gerente: flag, admin: "everyone" });

/**
 * Permissions that do not depend on a row and are asked by their name: who has them, by profile or by a flag of the user. The gerente
 * column is D-019. What may be done to one ticket is in `ticketRules`, who may change which field of a person in `changeUser`.
 */
export const PERMISSIONS = {
  "drawer-admin-items:view": { user: "nobody", gerente: "nobody", admin: "everyone" },
  "tickets-manager:showall": { user: "nobody", gerente: "everyone", admin: "everyone" },
  /** To see what a team has and to steer its distribution (D-542). */
  "team:steer": { user: "nobody", gerente: "everyone", admin: "everyone" },
  "contacts:add": byFlag("addContact"),
  "contacts:edit": byFlag("editContact"),
  "contacts:delete": byFlag("delContact"),
} as const satisfies Record<string, Record<Profile, Grant>>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether the person has the permission. An inactive account has none. */
export function can(actor: Actor, permission: Permission): boolean {
  if (!actor.active) return false;
  const grant: Grant = PERMISSIONS[permission][actor.profile];
  if (grant === "everyone") return true;
  return grant === "nobody" ? false : actor[grant];
}
