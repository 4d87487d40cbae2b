import { toInbound } from "./cloudInbound.js";
import { AT, change, CUSTOMER, RECEIVED, SECONDS } from "./metaChange.fixture.js";
import { splitMeta } from "./toIntake.js";

const OWN = "5511970000001";
const eventsOf = (value: object, field: string) =>
  splitMeta({ entry: [{ id: "1", time: Number(SECONDS), changes: [change(value, field)] }] }, RECEIVED).flatMap(({ events }) =>
    events.map(({ kind, payload, dedupeKey }) => ({ kind, dedupeKey, event: toInbound(payload) })),
  );
const text = (id: string, from: string, body: string, more: object = {}) => ({
  id,
  from,
  timestamp: SECONDS,
  type: "text",
  text: { body },
  ...more,
});
const chunk = (messages: readonly object[], progress = 55) => ({
  history: [{ metadata: { phase: 0, chunk_order: 1, progress }, threads: [{ id: CUSTOMER, messages }] }],
});

/** Forms after Meta's references of the webhooks history, smb_app_state_sync and user_preferences. */
describe("the history of the WhatsApp Business app [D-311]", () => {
  it("is split into its messages, each at its time and by its author, and says how far it has come", () => {
    const messages = [
      text("wamid.1", CUSTOMER, "Oi", { history_context: { status: "PENDING" } }),
      text("wamid.2", OWN, "Olá", { to: CUSTOMER, history_context: { status: "READ" } }),
      { id: "wamid.3", from: CUSTOMER, timestamp: SECONDS, type: "media_placeholder" },
    ];
    const [progress, ...past] = eventsOf(chunk(messages), "history");
    expect(progress).toMatchObject({ kind: "status", event: { kind: "accountNotice", notices: [{ subject: "history", type: "55 %" }] } });
    const common = { kind: "message", live: false, history: true, sentAt: AT };
    expect(past.map(({ event }) => event)).toMatchObject([
      { ...common, ref: { chat: { phone: CUSTOMER }, fromMe: false, externalId: "wamid.1" }, content: { body: "Oi" } },
      { ...common, ref: { chat: { phone: CUSTOMER }, fromMe: true, externalId: "wamid.2" }, content: { body: "Olá" } },
      { ...common, ref: { externalId: "wamid.3" }, content: { kind: "unreadable" } },
    ]);
    expect(past[0]?.dedupeKey).toBe(`m:phone:${CUSTOMER}:phone:${CUSTOMER}:false:wamid.1`);
    expect(eventsOf(chunk([], 100), "history")).toMatchObject([{ event: { kind: "accountNotice", notices: [] } }]);
  });

  it("names our side by either spelling of a Brazilian number, or says it itself", () => {
    const spelt = eventsOf(chunk([text("wamid.1", "551170000001", "Olá")]), "history")[1]?.event;
    const said = eventsOf(chunk([text("wamid.1", "1555", "Olá", { history_context: { from_me: true } })]), "history")[1]?.event;
    for (const event of [spelt, said]) expect(event).toMatchObject({ ref: { fromMe: true, chat: { phone: CUSTOMER } } });
  });

  it("has a file for its placeholder later, and what a customer's number was is no move", () => {
    const image = { id: "wamid.3", from: CUSTOMER, timestamp: SECONDS, type: "image", image: { id: "77", mime_type: "image/jpeg" } };
    expect(eventsOf({ contacts: [{ wa_id: CUSTOMER }], messages: [image] }, "history")).toMatchObject([
      { event: { history: true, ref: { chat: { phone: CUSTOMER }, externalId: "wamid.3" }, content: { kind: "media" } } },
    ]);
    const system = { ...text("wamid.4", CUSTOMER, ""), type: "system", system: { type: "user_changed_number", wa_id: "5511900000009" } };
    expect(eventsOf(chunk([system]), "history")).toHaveLength(1);
  });

  it("is not shared: said for a week", () => {
    expect(eventsOf({ history: [{ errors: [{ code: 2593109, message: "x" }] }] }, "history")).toMatchObject([
      { event: { notices: [{ subject: "history", type: "DECLINED", until: new Date(AT.getTime() + 7 * 86_400_000) }] } },
    ]);
  });
});

describe("the address book of the WhatsApp Business app", () => {
  const saved = (entry: object) =>
    eventsOf({ state_sync: [{ type: "contact", metadata: { timestamp: SECONDS }, ...entry }] }, "smb_app_state_sync").map(
      ({ event }) => event,
    );

  it("is a saved person each; removing one there changes nothing here [D-311]", () => {
    const contact = { full_name: "Rui Alves", first_name: "Rui", phone_number: CUSTOMER };
    expect(saved({ action: "add", contact })).toEqual([{ kind: "savedContact", peer: { phone: CUSTOMER }, name: "Rui Alves", at: AT }]);
    expect(saved({ action: "add", contact: { phone_number: CUSTOMER } })).toEqual([]);
    expect(saved({ action: "remove", contact })).toEqual([]);
  });
});

describe("a customer's preference", () => {
  it("stops or resumes marketing [D-271]", () => {
    const preference = (value: string) => ({
      contacts: [{ wa_id: CUSTOMER, user_id: "BR.1" }],
      user_preferences: [{ wa_id: CUSTOMER, category: "marketing_messages", value, timestamp: Number(SECONDS) }],
    });
    for (const [value, stops] of [
      ["stop", true],
      ["resume", false],
    ] as const)
      expect(eventsOf(preference(value), "user_preferences").map(({ event }) => event)).toEqual([
        { kind: "marketing", chat: { phone: CUSTOMER, bsuid: "BR.1" }, stops, at: AT },
      ]);
  });
});
