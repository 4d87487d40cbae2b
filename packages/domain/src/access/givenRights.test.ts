import { anActor } from "@balcao/testing/cast";
import { hasRight, mayAlter, type GivenRight, type GivingSettings } from "./givenRights.js";
import type { Actor, Profile } from "./permissions.js";

const actor = (profile: Profile, more: Partial<Actor> = {}): Actor => anActor(5, profile, { queueIds: [1], ...more });
const OPEN: GivingSettings = { sendPermission: "everyone", maintainPermission: "everyone" };
const RIGHTS = [
  ["sendToMany", "sendPermission"],
  ["maintain", "maintainPermission"],
] as const satisfies readonly (readonly [GivenRight, keyof GivingSettings])[];

describe.each(RIGHTS)("the right %s", (right, setting) => {
  it.each<[GivingSettings["sendPermission"], Profile[]]>([
    ["everyone", ["user", "gerente", "admin"]],
    ["managers", ["gerente", "admin"]],
    ["administrators", ["admin"]],
  ])("is given to %s by its own setting alone [D-269]", (to, profiles) => {
    const having = (settings: GivingSettings) =>
      (["user", "gerente", "admin"] as const).filter((profile) => hasRight(actor(profile), right, settings));
    expect(having({ ...OPEN, [setting]: to })).toEqual(profiles);
    const other = setting === "sendPermission" ? "maintainPermission" : "sendPermission";
    expect(having({ ...OPEN, [other]: to })).toEqual(["user", "gerente", "admin"]);
  });

  const CLOSED: GivingSettings = { sendPermission: "administrators", maintainPermission: "administrators" };

  it("is given to one person by her flag, and to no inactive account [D-269]", () => {
    expect(hasRight(actor("user", { [right]: true }), right, CLOSED)).toBe(true);
    expect(hasRight(actor("user", { sendToMany: right !== "sendToMany", maintain: right !== "maintain" }), right, CLOSED)).toBe(false);
    expect(hasRight(actor("admin", { active: false, [right]: true }), right, OPEN)).toBe(false);
  });

  it("is not needed for one's own, but for what others or nobody made [D-269]", () => {
    expect([5, 6, null].map((madeBy) => mayAlter(actor("user"), right, madeBy, CLOSED))).toEqual([true, false, false]);
    expect([5, 6, null].map((madeBy) => mayAlter(actor("user"), right, madeBy, OPEN))).toEqual([true, true, true]);
    expect(mayAlter(actor("user", { active: false }), right, 5, OPEN)).toBe(false);
  });
});
