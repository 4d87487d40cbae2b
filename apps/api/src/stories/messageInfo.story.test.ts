import type { MessageInfoView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const isInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;

describe("what happened to a message", () => {
  let world: World;
  let ana: Agent;
  let bia: Agent;
  let shop: LinkedNumber;
  let phones = 5511900800000;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    const support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    shop = await world.number("Loja", [sales]);
  }, 90_000);
  afterAll(() => world.close());

  const conversation = async (): Promise<{ customer: Customer; ticketId: number }> => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá");
    const ticketId = await world.ticketOf(ana, customer.phone);
    await ana.accepts(ticketId);
    await ana.opens(ticketId);
    return { customer, ticketId };
  };
  const info = (agent: Agent, id: string) => agent.ask<MessageInfoView>("GET", `/messages/info/${id}`);
  const ackOf = (ticketId: number, id: string) => ana.messages(ticketId).messages.find((message) => message.id === id)?.ack;

  it("has the time of each tick and the id at the network, for whoever may open the ticket [CONV-028, CONV-030]", async () => {
    const { customer, ticketId } = await conversation();
    const { id } = await ana.writes(ticketId, "Chegou?");
    await eventually(() => expect(ackOf(ticketId, id)).toBe(2));
    // The delivery may be stored before the answer to the send.
    const sent = { times: { sent: isInstant, delivered: isInstant, read: null, played: null, failed: null } };
    await eventually(async () => expect(await info(ana, id)).toMatchObject(sent));
    await customer.readsEverything();
    await eventually(() => expect(ackOf(ticketId, id)).toBe(3));
    const { times, ...read } = await info(ana, id);
    expect(times.read).toEqual(isInstant);
    expect(read).toMatchObject({ id, providerId: customer.chat().at(-1)?.id, storedAt: isInstant, readers: [], edits: [], deleted: null });
    const refused = await bia.call("GET", `/messages/info/${id}`);
    expect([refused.status, refused.body]).toMatchObject([403, { code: "ERR_NO_PERMISSION" }]);
    expect((await ana.call("GET", "/messages/info/999999")).status).toBe(404);
  });

  it("notes a delivery that is reported after the reading, and keeps the first time of each [CONV-030]", async () => {
    const { customer, ticketId } = await conversation();
    world.gateway.control.receipts({ deliveredAfterMs: null });
    const { id } = await ana.writes(ticketId, "Fora de ordem");
    const externalId = await eventually(async () => {
      const { providerId } = await info(ana, id);
      if (providerId === null || customer.chat().at(-1)?.text !== "Fora de ordem") throw new Error("not sent yet");
      return providerId;
    });
    const report = (state: "Delivered" | "Read") =>
      world.gateway.control.receipt({ token: shop.key, from: customer.phone, ids: [externalId], state });
    await report("Read");
    await eventually(() => expect(ackOf(ticketId, id)).toBe(3));
    const { times } = await info(ana, id);
    expect(times).toMatchObject({ delivered: null, read: isInstant });
    await report("Delivered");
    await eventually(async () => expect((await info(ana, id)).times.delivered).toEqual(isInstant));
    expect((await info(ana, id)).times.read).toBe(times.read);
    expect(ackOf(ticketId, id)).toBe(3);
    world.gateway.control.receipts({ deliveredAfterMs: 300 });
  });

  it("says who of a group received and read it, and when [CONV-030]", async () => {
    const [first, second] = [world.customer("5511900890001", shop), world.customer("5511900890002", shop)];
    const { jid } = world.gateway.control.group({ name: "Obra", participants: [first.phone, second.phone] });
    await first.writes("Bom dia", { group: jid, pushName: "Marcos" });
    const groupId = await eventually(() => {
      const found = ana.list("group").tickets.find(({ whatsappId }) => whatsappId === shop.id);
      if (!found) throw new Error("no group yet");
      return found.id;
    });
    await ana.accepts(groupId);
    await ana.opens(groupId);
    const { id } = await ana.writes(groupId, "Reunião às dez");
    const externalId = await eventually(async () => {
      const { providerId, times } = await info(ana, id);
      if (providerId === null || times.sent === null) throw new Error("not sent yet");
      return providerId;
    });
    for (const state of ["Delivered", "Read"] as const)
      await world.gateway.control.receipt({ token: shop.key, from: first.phone, ids: [externalId], state, group: jid });
    await world.gateway.control.receipt({ token: shop.key, from: second.phone, ids: [externalId], state: "Delivered", group: jid });
    await eventually(async () =>
      expect((await info(ana, id)).readers).toEqual([
        { id: `phone:${first.phone}`, name: "Marcos", times: { delivered: isInstant, read: isInstant, played: null } },
        { id: `phone:${second.phone}`, name: null, times: { delivered: isInstant, read: null, played: null } },
      ]),
    );
  });

  it("keeps every text that an edit replaced, ours and the customer's [CONV-032, D-072]", async () => {
    const { customer, ticketId } = await conversation();
    const { id } = await ana.writes(ticketId, "Um");
    await eventually(() => expect(ackOf(ticketId, id)).toBe(2));
    for (const body of ["Dois", "Três"]) await ana.ask("PUT", `/messages/${ticketId}`, { editedMsg: id, body });
    const { edits } = await info(ana, id);
    expect(edits).toEqual([
      { body: "Um", replacedAt: isInstant },
      { body: "Dois", replacedAt: isInstant },
    ]);
    const theirs = await customer.writes("Oi, tudo");
    await customer.writes("Oi, tudo bem?", { edit: theirs });
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)).toMatchObject({ body: "Oi, tudo bem?", isEdited: true }));
    const last = ana.messages(ticketId).messages.at(-1);
    expect((await info(ana, last?.id ?? "")).edits).toMatchObject([{ body: "Oi, tudo" }]);
  });

  it("says who deleted it and when; only an administrator reads the text [CONV-031, D-072]", async () => {
    const { customer, ticketId } = await conversation();
    const { id } = await ana.writes(ticketId, "Engano");
    await eventually(() => expect(ackOf(ticketId, id)).toBe(2));
    await ana.ask("PUT", `/messages/${ticketId}`, { editedMsg: id, body: "Outro engano" });
    await ana.ask("DELETE", `/messages/${id}`);
    expect(await info(ana, id)).toMatchObject({ deleted: { at: isInstant, user: { id: ana.id, name: ana.name }, body: null }, edits: [] });
    expect(await info(world.davi, id)).toMatchObject({ deleted: { body: "Outro engano" }, edits: [{ body: "Engano" }] });
    const theirs = await customer.writes("Apaga isso");
    await customer.writes("", { revoke: theirs });
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)).toMatchObject({ fromMe: false, isDeleted: true }));
    const last = ana.messages(ticketId).messages.at(-1);
    expect(await info(ana, last?.id ?? "")).toMatchObject({ deleted: { at: isInstant, user: null, body: null } });
  });
});
