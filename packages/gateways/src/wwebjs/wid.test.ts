import type { PeerId } from "@balcao/domain/messages";
import { lidsAmong, toPeer, toWid, widsOf } from "./wid.js";

const PHONE = "5511900000001";
const ALT = { "99@lid": `${PHONE}@c.us`, "98@lid": "status@broadcast", "97@lid": "96@lid" };

it.each<[string, PeerId | null]>([
  [`${PHONE}@c.us`, { phone: PHONE }],
  [`${PHONE}:12@s.whatsapp.net`, { phone: PHONE }],
  [`${PHONE}.0:3@c.us`, { phone: PHONE }],
  ["ana@c.us", null],
  ["99@lid", { lid: "99", phone: PHONE }],
  ["99:4@lid", { lid: "99", phone: PHONE }],
  ["98@lid", { lid: "98" }],
  ["97@lid", { lid: "97" }],
  ["1@lid", { lid: "1" }],
  ["constructor@lid", null],
  ["12-34@g.us", { group: "12-34" }],
  ["x@g.us", null],
  ["status@broadcast", null],
  ["@c.us", null],
  ["1@c.us@c.us", null],
  ["", null],
])("reads %j as %j", (wid, peer) => {
  expect(toPeer(wid, ALT)).toEqual(peer);
});

it.each<[PeerId, readonly string[]]>([
  [{ group: "1", phone: PHONE }, ["1@g.us"]],
  [{ phone: PHONE, lid: "99" }, [`${PHONE}@c.us`, "99@lid"]],
  [{ lid: "99" }, ["99@lid"]],
  [{ bsuid: "BR.1" }, []],
])("looks for %j at %j, and writes to the first", (peer, wids) => {
  expect(widsOf(peer)).toEqual(wids);
  expect(toWid(peer)).toBe(wids[0] ?? null);
});

it("finds the LIDs among addresses, without their devices", () => {
  expect(lidsAmong([`${PHONE}@c.us`, "99:3@lid", "98.1@lid", "97@lid", "1@g.us"])).toEqual(["99@lid", "98@lid", "97@lid"]);
});
