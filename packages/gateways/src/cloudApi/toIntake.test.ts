import { toInbound } from "./cloudInbound.js";
import { AT, change, chat, CUSTOMER, message, RECEIVED, SECONDS } from "./metaChange.fixture.js";
import { splitMeta } from "./toIntake.js";

describe("Meta's events about the number, groups and templates", () => {
  it("keeps a message in a group in the group's conversation, with its author", () => {
    expect(toInbound(message({ type: "text", group_id: "Y2FwaV9ncm91cA", text: { body: "Oi" } }))).toMatchObject({
      kind: "message",
      ref: { chat: { group: "Y2FwaV9ncm91cA" }, author: chat },
      content: { body: "Oi" },
    });
    const reaction = { type: "reaction", group_id: "Y2FwaV9ncm91cA", reaction: { message_id: "wamid.0", emoji: "👍" } };
    expect(toInbound(message(reaction))).toMatchObject({ kind: "reaction", target: { chat: { group: "Y2FwaV9ncm91cA" } }, by: chat });
  });

  it("reports an error of the number itself, which names no message", () => {
    const errors = [{ code: 130429, title: "Rate limit hit", message: "x", error_data: { details: "Cloud API throughput reached" } }];
    const [delivery] = splitMeta({ entry: [{ id: "1", changes: [change({ errors })] }] }, RECEIVED);
    expect(delivery?.events).toMatchObject([{ kind: "status", chat: "session" }]);
    expect(toInbound(delivery?.events[0]?.payload)).toMatchObject({
      kind: "sessionHint",
      reason: expect.stringMatching(/130429.*throughput reached/),
    });
  });

  it("treats a template's return to an earlier status as a new event, and the same event again as a repeat", () => {
    const keyOf = (event: string, time: number, now = RECEIVED): string | undefined => {
      const value = { event, message_template_name: "aviso", message_template_language: "pt_BR" };
      const entry = [{ id: "1", time, changes: [{ field: "message_template_status_update", value }] }];
      return splitMeta({ entry }, now)[0]?.events[0]?.dedupeKey;
    };
    const approved = keyOf("APPROVED", 1_795_262_400);
    expect(approved).toBeDefined();
    expect(keyOf("PAUSED", 1_795_262_500)).not.toBe(approved);
    expect(keyOf("APPROVED", 1_795_262_600)).not.toBe(approved);
    expect(keyOf("APPROVED", 1_795_262_400, new Date("2026-11-22T00:00:00Z"))).toBe(approved);
  });
});

describe("a body of Meta", () => {
  it("is split into all its events, by number, each with its own key", () => {
    const entry = (fields: object) => ({ id: "102290129340398", changes: [fields] });
    const two = change({
      contacts: [
        { wa_id: CUSTOMER, profile: { name: "Rui" } },
        { wa_id: "5511900000000", profile: { name: "Ana" } },
      ],
      messages: [
        { from: CUSTOMER, id: "wamid.1", timestamp: SECONDS, type: "text", text: { body: "a" } },
        { from: "5511900000000", id: "wamid.2", timestamp: SECONDS, type: "text", text: { body: "b" } },
      ],
    });
    const status = change({ statuses: [{ id: "wamid.9", status: "read", timestamp: SECONDS, recipient_id: CUSTOMER }] });
    const verdict = { field: "message_template_status_update", value: { event: "APPROVED", message_template_name: "a" } };
    const body = {
      object: "whatsapp_business_account",
      entry: [entry(two), entry(status), entry(verdict), entry({ field: "x" })],
    };
    const [number, account, ...rest] = splitMeta(body, RECEIVED);
    expect(rest).toEqual([]);
    expect(number?.to).toEqual({ phoneNumberId: "106540352242922" });
    expect(number?.events).toMatchObject([
      {
        kind: "message",
        chat: `phone:${CUSTOMER}`,
        dedupeKey: `m:phone:${CUSTOMER}:phone:${CUSTOMER}:false:wamid.1`,
        sentAt: AT,
        fileIds: [],
      },
      { kind: "message", chat: "phone:5511900000000", dedupeKey: "m:phone:5511900000000:phone:5511900000000:false:wamid.2" },
      { kind: "ack", chat: `phone:${CUSTOMER}`, dedupeKey: `a:phone:${CUSTOMER}:wamid.9:3:` },
    ]);
    expect(number?.events.map(({ payload }) => toInbound(payload))).toMatchObject([
      { authorName: "Rui" },
      { authorName: "Ana" },
      { ack: 3 },
    ]);
    expect(account).toMatchObject({
      to: { wabaId: "102290129340398" },
      events: [
        { kind: "template", chat: "templates" },
        { kind: "unknown", name: "x" },
      ],
    });
  });

  it("keeps a field that is not read whole, once, in a lane of its own [D-276]", () => {
    const value = { contacts: [{ user_id: "a" }, { user_id: "b" }], messages: [{ id: "1" }, { id: "2" }], note: ["x"] };
    const read = (now: Date) =>
      splitMeta({ entry: [{ id: "1", time: 7, changes: [{ field: "automatic_events", value }] }] }, now)[0]?.events;
    expect(read(RECEIVED)).toMatchObject([{ kind: "unknown", name: "automatic_events", chat: "unknown", payload: { value } }]);
    expect(read(AT)?.[0]?.dedupeKey).toBe(read(RECEIVED)?.[0]?.dedupeKey);
  });

  it.each([
    null,
    7,
    [],
    { entry: 7 },
    { entry: [{ changes: [{}] }] },
    { entry: [{ id: "1", changes: [{ field: "messages", value: {} }] }] },
  ])("gives no events when it is %j", (body) => {
    expect(splitMeta(body, RECEIVED)).toEqual([]);
  });
});
