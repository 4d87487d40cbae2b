import type { Settings } from "../settings/index.js";
import type { Actor, Profile } from "./permissions.js";

/**
 * The rights that the company gives, each with its setting; a flag of the same name gives it to one person besides (D-269). `sendToMany`:
 * mass sends, their tests, and schedules for more than one contact. `maintain`: tags, questions and quick answers that others see, and
 * schedules of others.
 */
const GIVEN_RIGHTS = { sendToMany: "sendPermission", maintain: "maintainPermission" } as const satisfies Record<string, keyof Settings>;
export type GivenRight = keyof typeof GIVEN_RIGHTS;

/** The settings that give rights. */
export type GivingSettings = Pick<Settings, (typeof GIVEN_RIGHTS)[GivenRight]>;

const HOLDERS: Readonly<Record<GivingSettings["sendPermission"], readonly Profile[]>> = {
  everyone: ["user", "gerente", "admin"],
  managers: ["gerente", "admin"],
  administrators: ["admin"],
};

/** The facts of a person that decide about such a right. */
type RightFacts = Pick<Actor, "active" | "profile" | GivenRight>;

/** Whether the person has the right. An inactive account has none. */
export function hasRight(person: RightFacts, right: GivenRight, settings: GivingSettings): boolean {
  return person.active && (person[right] || HOLDERS[settings[GIVEN_RIGHTS[right]]].includes(person.profile));
}

/** Whether the person may change, stop or delete what somebody made: her own always, others' with the right to it (D-269). */
export function mayAlter(
  actor: RightFacts & Pick<Actor, "id">,
  right: GivenRight,
  madeBy: number | null,
  settings: GivingSettings,
): boolean {
  return (actor.active && madeBy === actor.id) || hasRight(actor, right, settings);
}
