import { randomInt } from "node:crypto";
import { fieldsOf, ok, Refusal, stringError, type Call } from "./http.js";
import { phoneJid, requireJid } from "./jid.js";
import { lidOf } from "./numbers.js";
import { userRoute } from "./router.js";
import { ownJid, requireClient } from "./session.js";
import type { Group, WuzapiUser } from "./types.js";
import { customerOf } from "./world.js";
import type { World } from "./world.types.js";

/**
 * Group routes. Several handlers pass a string where an error is expected: HTTP 500 with `success:
 * true`.
 */
export const groupRoutes = [
  userRoute("GET", "/group/list", (world, _call, user) => {
    requireClient(world, user);
    return ok({ Groups: [...world.groups.values()].map((group) => groupInfo(group, user)) });
  }),
  userRoute("GET", "/group/info", (world, call, user) => {
    requireClient(world, user);
    const group = queriedGroup(world, call);
    return group === null ? stringError(500) : ok(groupInfo(group, user));
  }),
  userRoute("GET", "/group/invitelink", (world, call, user) => {
    requireClient(world, user);
    const group = queriedGroup(world, call);
    return group === null ? stringError(500) : ok({ InviteLink: `https://chat.whatsapp.com/${group.jid.split("@")[0] ?? ""}` });
  }),
  userRoute("POST", "/group/create", (world, call, user) => {
    requireClient(world, user);
    const fields = fieldsOf(call);
    const name = fields.required("name");
    const participants = fields.texts("participants").map((phone) => requireJid(phone, "could not parse Participant").user);
    if (participants.length === 0) throw new Refusal(400, "missing Participants in Payload");
    return ok(groupInfo(addGroup(world, { name, participants }), user));
  }),
  ...["updateparticipants", "name", "topic", "photo", "photo/remove", "leave", "announce", "locked", "ephemeral"].map((action) =>
    userRoute("POST", `/group/${action}`, (world, call, user) => {
      requireClient(world, user);
      const fields = fieldsOf(call);
      const group = world.groups.get(fields.text("GroupJID"));
      if (group === undefined) return stringError(500);
      if (action === "name") group.name = fields.required("Name");
      if (action === "topic") group.topic = fields.text("Topic");
      if (action === "updateparticipants") changeParticipants(group, fields.texts("Phone"), fields.required("Action"));
      world.changed();
      return ok({ Details: "Group updated successfully" });
    }),
  ),
  userRoute("POST", "/group/join", (world, _call, user) => {
    requireClient(world, user);
    return stringError(500);
  }),
  userRoute("POST", "/group/inviteinfo", (world, _call, user) => {
    requireClient(world, user);
    return stringError(500);
  }),
  userRoute("GET", "/newsletter/list", (world, _call, user) => {
    requireClient(world, user);
    return ok({ Newsletter: [] });
  }),
];

function queriedGroup(world: World, call: Call): Group | null {
  const jid = call.query.get("groupJID") ?? "";
  if (jid === "") throw new Refusal(400, "missing groupJID in query");
  return world.groups.get(jid) ?? null;
}

/** Makes a group of customers. */
export function addGroup(world: World, facts: Omit<Group, "jid">): Group {
  const jid = `1203630${String(randomInt(100_000_000)).padStart(11, "0")}@g.us`;
  const group: Group = { ...facts, jid, participants: [...new Set(facts.participants)] };
  for (const phone of group.participants) customerOf(world, phone);
  world.groups.set(jid, group);
  world.changed();
  return group;
}

function changeParticipants(group: Group, phones: readonly string[], action: string): void {
  const users = phones.map((phone) => requireJid(phone).user);
  if (action === "add") group.participants = [...new Set([...group.participants, ...users])];
  if (action === "remove") group.participants = group.participants.filter((phone) => !users.includes(phone));
}

function groupInfo(group: Group, user: WuzapiUser): unknown {
  const own = ownJid(user);
  return {
    JID: group.jid,
    OwnerJID: own,
    OwnerPN: own,
    Name: group.name,
    NameSetAt: "2026-01-01T00:00:00Z",
    NameSetBy: own,
    Topic: group.topic ?? "",
    IsLocked: false,
    IsAnnounce: false,
    IsEphemeral: false,
    AddressingMode: "pn",
    Participants: [
      { JID: own, PhoneNumber: own, LID: user.lid, IsAdmin: true, IsSuperAdmin: true, DisplayName: "" },
      ...group.participants.map((phone) => ({
        JID: phoneJid(phone),
        PhoneNumber: phoneJid(phone),
        LID: lidOf(phone),
        IsAdmin: false,
        IsSuperAdmin: false,
        DisplayName: "",
      })),
    ],
  };
}
