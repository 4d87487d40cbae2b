import { anActor } from "@balcao/testing/cast";
import { cachedRule } from "./cachedRule.js";
import { can, isSuper, PERMISSIONS, type Actor, type Permission, type Profile } from "./permissions.js";

const actor = (profile: Profile, more: Partial<Actor> = {}): Actor => anActor(5, profile, { queueIds: [1], ...more });

const having = (permission: Permission): Profile[] =>
  (["user", "gerente", "admin"] as const).filter((profile) => can(actor(profile), permission));

describe("permissions", () => {
  it.each<[Permission, Profile[], string]>([
    ["drawer-admin-items:view", ["admin"], "USER-030"],
    ["tickets-manager:showall", ["gerente", "admin"], "TICKET-042, INBOX-007"],
  ])("grants %s to %s [%s]", (permission, profiles) => {
    expect(having(permission)).toEqual(profiles);
  });

  it.each<[Permission, Partial<Actor>, string]>([
    ["contacts:add", { addContact: true }, "CONTACT-005"],
    ["contacts:edit", { editContact: true }, "CONTACT-006"],
    ["contacts:delete", { delContact: true }, "CONTACT-007"],
  ])("grants %s by its flag and to every administrator [%s]", (permission, flag) => {
    expect(having(permission)).toEqual(["admin"]);
    expect(can(actor("user", flag), permission)).toBe(true);
    expect(can(actor("gerente", flag), permission)).toBe(true);
  });

  it("answers by true or false, also for what nobody of a profile has", () => {
    expect(can(actor("user"), "drawer-admin-items:view")).toBe(false);
  });

  it("works a rule out once per person and what it depends on", () => {
    const asked: unknown[] = [];
    const rule = cachedRule((who: Actor, given: object) => asked.push([who, given]));
    const [ana, rui, settings] = [actor("user"), actor("admin"), {}];
    expect([rule(ana, settings), rule(ana, settings), rule(rui, settings), rule(ana, {}), rule(ana, settings)]).toEqual([1, 1, 2, 3, 1]);
  });

  it("grants an inactive account nothing", () => {
    for (const permission of Object.keys(PERMISSIONS) as Permission[])
      expect(can(actor("admin", { active: false }), permission)).toBe(false);
  });

  it("treats user 1 as the super admin (D-121) [SET-033]", () => {
    expect(isSuper(actor("admin", { id: 1 }))).toBe(true);
    expect(isSuper(actor("admin", { id: 2 }))).toBe(false);
  });
});
