import type { InboundEvent } from "@balcao/domain/messages";
import { labelOf } from "./intakeLabel.js";

const AT = new Date("2026-11-20T15:00:00Z");
const LATER = new Date("2026-11-20T15:00:01Z");
const chat = { phone: "5511900000001", lid: "99" };
const group = { group: "120363" };
const ref = { chat, externalId: "A1", fromMe: false, author: chat };
const content = { kind: "text", type: "chat", body: "Oi" } as const;
const message = (changes: object = {}): InboundEvent => ({
  kind: "message",
  ref: { ...ref, ...changes },
  authorName: null,
  sentAt: AT,
  content,
  quotedExternalId: null,
  mentions: [],
  forwarded: false,
  live: true,
});
const ack = (externalIds: readonly string[], level: 2 | 3 = 2): InboundEvent => ({
  kind: "ack",
  chat,
  externalIds,
  ack: level,
  error: null,
  outboxId: null,
  by: null,
  at: AT,
});
const key = (event: InboundEvent, mark = "M"): string | undefined => labelOf(event, { mark, at: LATER })?.dedupeKey;

describe("the label of an event", () => {
  it.each<[InboundEvent, string, string, Date]>([
    [message(), "message", "m:phone:5511900000001:phone:5511900000001:false:A1", AT],
    [{ kind: "edited", target: ref, text: "b", at: AT }, "edit", "e:phone:5511900000001:phone:5511900000001:false:A1:M", AT],
    [{ kind: "revoked", target: ref, at: AT }, "revoke", "r:phone:5511900000001:phone:5511900000001:false:A1", AT],
    [
      { kind: "reaction", target: ref, by: chat, fromMe: false, emoji: "👍", at: AT },
      "reaction",
      "x:phone:5511900000001:phone:5511900000001:A1:M",
      AT,
    ],
    [ack(["A1"]), "ack", "a:phone:5511900000001:A1:2:M", LATER],
    [{ kind: "readOnPhone", chat, externalIds: ["A1"], at: AT }, "readOnPhone", "p:phone:5511900000001:A1:M", AT],
    [
      { kind: "call", id: "C1", from: chat, video: false, group: false, phase: "offer", at: AT },
      "call",
      "c:phone:5511900000001:C1:offer",
      AT,
    ],
    [{ kind: "contactChanged", peer: chat, name: "x", pictureChanged: false }, "contact", "n:phone:5511900000001:M", LATER],
    [
      { kind: "chatOpened", chat, ad: { headline: "", id: "1", url: "", clickId: "c" }, at: AT },
      "contact",
      `d:phone:5511900000001:${AT.toISOString().slice(0, 10)}`,
      AT,
    ],
    [{ kind: "addressChanged", from: chat, to: { bsuid: "B" }, at: AT }, "contact", "n:phone:5511900000001:bsuid:B:M", AT],
    [{ kind: "groupChanged", group, subject: "x", at: AT }, "group", "g:group:120363:M", AT],
    [{ kind: "sessionHint", hint: "QR" }, "status", "s:QR:M", LATER],
    [{ kind: "unknown", name: "history", at: AT }, "unknown", "?:history:M", AT],
  ])("names kind, key and time of %j", (event, kind, dedupeKey, sentAt) => {
    expect(labelOf(event, { mark: "M", at: LATER })).toMatchObject({ kind, dedupeKey, sentAt });
  });

  it("puts an event into the lane of its conversation, and an event without a conversation into a lane of its own", () => {
    expect(labelOf(message({ chat: group }), { mark: "", at: AT })?.chat).toBe("group:120363");
    expect(labelOf({ kind: "sessionHint", hint: "QR" }, { mark: "", at: AT })?.chat).toBe("session");
    expect(labelOf({ kind: "ignored", reason: "x" }, { mark: "", at: AT })).toBeNull();
  });

  it("never identifies a message by its id alone, but also by chat, author and direction", () => {
    const keys = [{}, { chat: group }, { author: { lid: "7" } }, { fromMe: true }, { externalId: "A2" }].map((changes) =>
      key(message(changes)),
    );
    expect(new Set(keys).size).toBe(5);
  });

  it("keeps the key of many ids short enough for an index, and different for different ids", () => {
    const ids = Array.from({ length: 5_000 }, (_, place) => `3EB0${place}`);
    expect(key(ack(ids))?.length).toBeLessThan(200);
    expect(key(ack(ids))).not.toBe(key(ack(ids.slice(1))));
    expect(key(ack(ids))).not.toBe(key(ack(ids, 3)));
  });
});
