import type { ConnectionView } from "@balcao/contracts/connections";
import type { ContactView } from "@balcao/contracts/contacts";
import type { HealthView } from "@balcao/contracts/health";
import type { MessageView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { openCloudWorld, type CloudWorld } from "./cloud.fixture.js";
import { eventually } from "./eventually.fixture.js";

describe("events of the Cloud API", () => {
  let cloud: CloudWorld;
  let ana: Agent;
  let connectionId: number;

  beforeAll(async () => {
    cloud = await openCloudWorld();
    const sales = await cloud.world.queue("Vendas", "#236681");
    ana = await cloud.world.person("Ana", { queueIds: [sales.id] });
    connectionId = (await cloud.number("Loja Meta", [sales])).id;
  }, 90_000);
  afterAll(() => cloud.close());
  afterEach(() => cloud.graph.control.policy({ sentAfterMs: 5, deliveredAfterMs: 10, readAfterMs: null }));

  const shown = (id: number, body: string): MessageView | undefined =>
    ana.messages(id).messages.findLast((message) => message.body.includes(body));
  const contactOf = async (ticketId: number): Promise<ContactView> => {
    const { contactId } = await ana.ask<{ contactId: number }>("GET", `/tickets/${ticketId}`);
    return ana.ask<ContactView>("GET", `/contacts/${contactId}`);
  };

  it("are awaited: an accepted message waits, and is sent when Meta reports so [CONV-030]", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    cloud.graph.control.policy({ sentAfterMs: null, deliveredAfterMs: null });
    await ana.writes(id, "Aceita");
    await eventually(() => expect(shown(id, "Aceita")).toMatchObject({ sending: "sent", ack: 0 }));
    await cloud.graph.control.status({ wamid: cloud.sentTo(phone)[0]?.wamid ?? "", status: "sent" });
    await eventually(() => expect(shown(id, "Aceita")).toMatchObject({ sending: "sent", ack: 1 }));
    await cloud.world.allInStep();
  });

  it("add a reaction to its message, ours or the customer's", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    await ana.writes(id, "Nossa");
    await eventually(() => expect(cloud.sentTo(phone)).toHaveLength(1));
    const own = await cloud.says({ from: phone, kind: "text", text: "Minha" });
    await eventually(() => expect(shown(id, "Minha")).toBeDefined());
    await cloud.says({ from: phone, kind: "reaction", target: own, emoji: "🙈" });
    await cloud.says({ from: phone, kind: "reaction", target: cloud.sentTo(phone)[0]?.wamid ?? "", emoji: "👍" });
    await eventually(() => expect(shown(id, "Minha")?.reactions).toMatchObject([{ emoji: "🙈" }]));
    await eventually(() => expect(shown(id, "Nossa")?.reactions).toMatchObject([{ emoji: "👍" }]));
    expect(await cloud.world.rows("SELECT 1 FROM inbound_event WHERE state = 3 AND kind = 'reaction'")).toEqual([]);
    await cloud.world.allInStep();
  });

  it("keep the conversation of a customer who changes the number: answers go to the new one, the old one is free", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    const fresh = cloud.newPhone();
    const before = await contactOf(id);
    await cloud.graph.control.userChangesNumber({ from: phone, to: fresh }).attempt;
    await eventually(async () => expect((await contactOf(id)).number).toBe(fresh));
    expect((await contactOf(id)).id).toBe(before.id);
    await cloud.says({ from: fresh, kind: "text", text: "Número novo" });
    await eventually(() => expect(shown(id, "Número novo")).toBeDefined());
    await ana.writes(id, "Anotado");
    await eventually(() => expect(cloud.sentTo(fresh)).toHaveLength(1));
    expect(cloud.sentTo(phone)).toEqual([]);
    // Who writes from the old number from now on is another customer.
    await cloud.says({ from: phone, kind: "text", text: "Sou outra pessoa" });
    expect(await cloud.world.ticketOf(ana, phone)).not.toBe(id);
    expect(shown(id, "Sou outra pessoa")).toBeUndefined();
    expect(await cloud.world.rows("SELECT description FROM audit_entry WHERE action = 'contact.move'")).toEqual([
      { description: `phone:${phone} is phone:${fresh} now` },
    ]);
    await cloud.world.allInStep();
  });

  it("merge two contacts when the new number has written already", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    const fresh = cloud.newPhone();
    await cloud.says({ from: fresh, kind: "text", text: "Mudei de número" });
    await cloud.world.ticketOf(ana, fresh);
    await cloud.graph.control.userChangesNumber({ from: phone, to: fresh }).attempt;
    await eventually(async () => expect((await contactOf(id)).number).toBe(fresh));
    await eventually(async () => expect((await ana.opens(id)).messages.map(({ body }) => body)).toEqual(["Olá", "Mudei de número"]));
    expect(await cloud.world.rows("SELECT value FROM contact_address WHERE value = ANY($1)", [[phone, fresh]])).toEqual([{ value: fresh }]);
    await cloud.world.allInStep();
  });

  it("change the id of a customer who hides the number", async () => {
    await cloud.says({ bsuid: "BR.1700a", kind: "text", text: "Sem número", name: "Escondida" });
    const ticket = await eventually(() => {
      const found = ana.list("pending").tickets.find(({ contact }) => contact.name === "Escondida");
      if (!found) throw new Error("no ticket yet");
      return found;
    });
    const fields = { type: "user_changed_user_id", previous_user_id: "BR.1700a", user_id: "BR.1700b" };
    await cloud.says({ bsuid: "BR.1700b", kind: "system", fields });
    await cloud.says({ bsuid: "BR.1700b", kind: "text", text: "Ainda eu", name: "Escondida" });
    await ana.accepts(ticket.id);
    await eventually(async () => expect((await ana.opens(ticket.id)).messages.map(({ body }) => body)).toEqual(["Sem número", "Ainda eu"]));
    await ana.writes(ticket.id, "Oi");
    await eventually(() => expect(cloud.sentTo("BR.1700b")).toHaveLength(1));
  });

  it("of a field that is not read are named to administrators, and a customer whom Meta's agent answers is in the conversation [D-276]", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    const metadata = { display_phone_number: "5511970000001", phone_number_id: cloud.account.phoneNumberId };
    const raw = (field: string, value: object) =>
      cloud.graph.control.raw({
        body: { object: "whatsapp_business_account", entry: [{ id: "1", time: 7, changes: [{ field, value: { metadata, ...value } }] }] },
      });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const said = { from: phone, id: "wamid.standby", timestamp, type: "text", text: { body: "Quero falar com gente" } };
    expect(await raw("standby", { contacts: [{ wa_id: phone, profile: { name: "x" } }], messages: [said] })).toBe(200);
    expect(await raw("automatic_events", { automatic_events: [{ event_name: "Purchase" }] })).toBe(200);
    await eventually(() => expect(shown(id, "Quero falar com gente")).toMatchObject({ fromMe: false }));
    const { connections } = await cloud.world.davi.ask<HealthView>("GET", "/health/details");
    expect(connections).toMatchObject([{ id: connectionId, unread: [{ name: "automatic_events", seen: 1 }] }]);
    await eventually(async () =>
      expect(
        await cloud.world.rows(
          "SELECT state, payload->'value'->'automatic_events'->0->>'event_name' AS value FROM inbound_event WHERE kind = 'unknown'",
        ),
      ).toEqual([{ state: 1, value: "Purchase" }]),
    );
    await cloud.world.allInStep();
  });

  it("of the account cause a status question at once, and are shown on the connection until Meta takes them back [D-310]", async () => {
    const read = () => cloud.world.davi.ask<ConnectionView>("GET", `/whatsapp/${connectionId}`);
    const { phoneNumberId } = cloud.account;
    await cloud.graph.control.qualityUpdate({ phoneNumberId, quality: "RED" });
    await eventually(async () => expect(await read()).toMatchObject({ status: "CONNECTED", statusReason: "metaLowQuality" }));
    await cloud.graph.control.qualityUpdate({ phoneNumberId, quality: "GREEN" });
    await eventually(async () => expect((await read()).statusReason).toBeNull());
    const expiration = Math.floor(Date.now() / 1_000) + 86_400;
    const restriction_info = [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration }];
    await cloud.graph.control.accountUpdate({ event: "ACCOUNT_RESTRICTION", restriction_info });
    await eventually(async () =>
      expect((await read()).notices).toMatchObject([
        { subject: "restriction", type: "RESTRICTED_BIZ_INITIATED_MESSAGING", until: new Date(expiration * 1_000).toISOString() },
      ]),
    );
    const health = () => cloud.world.davi.ask<HealthView>("GET", "/health/details");
    expect((await health()).problems).toMatchObject([{ kind: "accountNotice", level: "bad", connection: { id: connectionId } }]);
    // What is about another number of the account is not shown on this one.
    await cloud.graph.control.accountUpdate({
      field: "phone_number_quality_update",
      display_phone_number: "5511970009999",
      event: "FLAGGED",
    });
    await cloud.graph.control.accountUpdate({ event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE" } });
    await eventually(async () => expect((await read()).notices).toEqual([]));
    expect((await health()).problems).toEqual([]);
    // The app lacks a field that is read: the row says which (D-311).
    cloud.graph.control.unsubscribe({ fields: ["standby", "history"] });
    await cloud.graph.control.accountUpdate({ event: "VERIFIED_ACCOUNT" });
    await eventually(async () => expect((await read()).statusReason).toBe("metaFieldsMissing: history, standby"));
    cloud.graph.control.numberStatus({ phoneNumberId, status: "BANNED" });
    await cloud.graph.control.accountUpdate({ event: "DISABLED_UPDATE" });
    await eventually(async () => expect(await read()).toMatchObject({ status: "DISCONNECTED", statusReason: "metaNumberDead: BANNED" }));
  });
});
