import type { PeerId } from "@balcao/domain/messages";
import { isFromList, toJid, toPeer, toPeerWith } from "./jid.js";

const PHONE = "5511900000001";

it.each<[string, PeerId | null]>([
  [`${PHONE}@s.whatsapp.net`, { phone: PHONE }],
  [`${PHONE}@c.us`, { phone: PHONE }],
  [`${PHONE}@hosted`, { phone: PHONE }],
  [`${PHONE}:12@s.whatsapp.net`, { phone: PHONE }],
  [`${PHONE}_1:12@s.whatsapp.net`, { phone: PHONE }],
  ["ana@s.whatsapp.net", null],
  [`${"1".repeat(21)}@s.whatsapp.net`, null],
  ["99@lid", { lid: "99" }],
  ["99:3@hosted.lid", { lid: "99" }],
  ["x@lid", null],
  ["123-456@g.us", { group: "123-456" }],
  ["grupo@g.us", null],
  ["status@broadcast", null],
  ["1@newsletter", null],
  ["@lid", null],
  ["1@lid@lid", null],
  ["1", null],
  ["", null],
])("reads %j as %j", (jid, peer) => {
  expect(toPeer(jid)).toEqual(peer);
});

it.each<[string, string, PeerId | null]>([
  ["99@lid", `${PHONE}@c.us`, { lid: "99", phone: PHONE }],
  [`${PHONE}@c.us`, "99@lid", { lid: "99", phone: PHONE }],
  ["99@lid", "98@lid", { lid: "99" }],
  ["99@lid", "", { lid: "99" }],
  ["99@lid", "1@g.us", { lid: "99" }],
  ["1@g.us", "99@lid", { group: "1" }],
  ["status@broadcast", "99@lid", null],
])("reads %j beside %j as %j", (jid, alternative, peer) => {
  expect(toPeerWith(jid, alternative)).toEqual(peer);
});

it.each<[PeerId, string | null]>([
  [{ group: "1", phone: PHONE }, "1@g.us"],
  [{ phone: PHONE, lid: "99" }, `${PHONE}@s.whatsapp.net`],
  [{ lid: "99" }, "99@lid"],
  [{ bsuid: "BR.1" }, null],
])("writes to %j at %s", (peer, jid) => {
  expect(toJid(peer)).toBe(jid);
});

it("takes what others send to their lists for their own words, and no status", () => {
  expect([isFromList("1@broadcast", false), isFromList("1@broadcast", true)]).toEqual([true, false]);
  expect([isFromList("status@broadcast", false), isFromList("1@c.us", false)]).toEqual([false, false]);
});
