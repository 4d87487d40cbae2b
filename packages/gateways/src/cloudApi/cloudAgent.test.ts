import { toInbound } from "./cloudInbound.js";
import { AT, change, chat, CUSTOMER, RECEIVED, SECONDS } from "./metaChange.fixture.js";
import { splitMeta } from "./toIntake.js";

const NUMBER = "106540352242922";

/** The events of one change, as the intake stores and the lane reads them. */
const eventsOf = (payload: object) => {
  const deliveries = splitMeta({ entry: [{ id: "1", time: 7, changes: [payload] }] }, RECEIVED);
  return deliveries.flatMap(({ to, events }) => events.map((event) => ({ to, kind: event.kind, event: toInbound(event.payload) })));
};

/** The forms are those of Meta's references of `standby` and `messaging_handovers`. */
describe("Meta's agent", () => {
  it("leaves a customer's words in the conversation, although they come one level deeper [D-276, D-309]", () => {
    const contacts = [{ profile: { name: "Rui" }, wa_id: CUSTOMER, user_id: chat.bsuid }];
    const said = { from: CUSTOMER, from_user_id: chat.bsuid, id: "wamid.1", timestamp: SECONDS, type: "text", text: { body: "Oi" } };
    const [one, ...rest] = eventsOf(change({ standby: { contacts, messages: [said] } }, "standby"));
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      to: { phoneNumberId: NUMBER },
      event: { kind: "message", ref: { chat, fromMe: false }, authorName: "Rui", content: { body: "Oi" }, live: false, metaAgent: true },
    });
  });

  it("writes as us, without being a person on the phone [D-309]", () => {
    const message = { messaging_product: "whatsapp", recipient_type: "individual", to: CUSTOMER, type: "text", text: { body: "Às 9h" } };
    const echo = (fields: object) =>
      change({ standby: { message_echoes: [{ id: "wamid.2", timestamp: SECONDS, message: fields }] } }, "standby");
    expect(eventsOf(echo(message))).toMatchObject([
      { event: { ref: { chat: { phone: CUSTOMER }, externalId: "wamid.2", fromMe: true }, sentAt: AT, live: false, metaAgent: true } },
    ]);
    const { to: _hidden, ...rest } = message;
    expect(eventsOf(echo({ ...rest, recipient: chat.bsuid }))).toMatchObject([{ event: { ref: { chat: { bsuid: chat.bsuid } } } }]);
    const status = { id: "wamid.2", status: "read", timestamp: SECONDS, recipient_id: CUSTOMER };
    expect(eventsOf(change({ standby: { statuses: [status] } }, "standby"))).toMatchObject([{ event: { kind: "ack", ack: 3 } }]);
  });

  it.each([
    ["to the agent", { previous_owner_app_role: "business_app", new_owner_role: "ai_agent" }, "metaAgent"],
    ["to people", { previous_owner_app_role: "meta_business_agent", previous_owner_role: "ai_agent", new_owner_role: "escalation" }, "us"],
    ["away from the agent, without the new owner", { previous_owner_app_role: "meta_business_agent" }, "us"],
  ])("hands a conversation over %s; the number is the recipient [D-309]", (_what, passed, to) => {
    const value = {
      messaging_product: "whatsapp",
      recipient: { display_phone_number: "5511970000001", phone_number_id: NUMBER },
      sender: { phone_number: CUSTOMER },
      timestamp: SECONDS,
      type: "control_passed",
      control_passed: { metadata: "x", ...passed },
    };
    expect(eventsOf({ field: "messaging_handovers", value })).toEqual([
      { to: { phoneNumberId: NUMBER }, kind: "handover", event: { kind: "handover", chat: { phone: CUSTOMER }, to, at: AT } },
    ]);
  });

  it("keeps a handover that names no owner as it came [D-276]", () => {
    const value = { recipient: { phone_number_id: NUMBER }, sender: { phone_number: CUSTOMER }, control_passed: { metadata: "x" } };
    expect(eventsOf({ field: "messaging_handovers", value })).toMatchObject([{ kind: "unknown", event: { name: "messaging_handovers" } }]);
  });
});

describe("the owner in the WhatsApp Business app", () => {
  const target = { chat: { phone: CUSTOMER }, externalId: "wamid.0", fromMe: true, author: { phone: CUSTOMER } };
  const echo = (fields: object) =>
    toInbound(
      change(
        { message_echoes: [{ from: "5511970000001", to: CUSTOMER, id: "wamid.5", timestamp: SECONDS, ...fields }] },
        "smb_message_echoes",
      ),
    );

  it.each([
    ["deletes", { type: "revoke", revoke: { original_message_id: "wamid.0" } }, { kind: "revoked", target, at: AT }],
    [
      "edits",
      { type: "edit", edit: { original_message_id: "wamid.0", message: { type: "text", text: { body: "Novo" } } } },
      { kind: "edited", target, text: "Novo", at: AT },
    ],
    [
      "reacts to",
      { type: "reaction", reaction: { message_id: "wamid.0", emoji: "👍" } },
      { kind: "reaction", target: { ...target, fromMe: null }, by: { phone: CUSTOMER }, fromMe: true, emoji: "👍", at: AT },
    ],
  ])("%s a message, and no bubble is added", (_what, fields, event) => {
    expect(echo(fields)).toEqual(event);
  });
});
