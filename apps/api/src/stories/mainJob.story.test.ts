import { openWorld, type World } from "./world.fixture.js";
import { eventually } from "./eventually.fixture.js";

const PHONE = "5511900000001";

describe("the main job", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  }, 60_000);
  afterAll(() => world.close());

  it("a customer writes, Ana accepts and answers, Rui stops seeing it, and the ticks turn to read [TICKET-006, CONV-002, CONV-050, INBOX-029]", async () => {
    const sales = await world.queue("Vendas", "#236681");
    const support = await world.queue("Suporte", "#2e7d32");
    const ana = await world.person("Ana", { queueIds: [sales.id] });
    const rui = await world.person("Rui", { queueIds: [sales.id] });
    const bia = await world.person("Bia", { queueIds: [support.id] });
    const number = await world.number("Loja", [sales]);
    const customer = world.customer(PHONE, number);

    await customer.writes("Bom dia, vocês abrem hoje?", { pushName: "Cliente" });
    const ticket = await world.ticketOf(ana, PHONE);
    await ana.sees("pending", [ticket]);
    await rui.sees("pending", [ticket]);
    await bia.sees("pending", []);
    await world.allInStep();

    const accepted = await ana.accepts(ticket);
    expect(accepted).toMatchObject({ status: "open", userId: ana.id });
    await ana.sees("open", [ticket]);
    await rui.sees("pending", []);
    await rui.sees("open", []);
    await world.allInStep();

    expect((await ana.opens(ticket)).messages.map(({ body }) => body)).toEqual(["Bom dia, vocês abrem hoje?"]);
    const row = () => {
      const { lastMessage, lastMessageState } = ana.list("open").tickets[0] ?? {};
      return [lastMessage, lastMessageState];
    };
    expect(row()).toEqual(["Bom dia, vocês abrem hoje?", null]);
    const answer = await ana.writes(ticket, "Abrimos às 9h!");
    expect(answer).toMatchObject({ body: "Abrimos às 9h!", fromMe: true, userId: ana.id });
    await eventually(() => expect(customer.chat().map(({ text }) => text)).toEqual(["Bom dia, vocês abrem hoje?", "Abrimos às 9h!"]));
    await eventually(() => expect(ana.messages(ticket).messages.at(-1)).toMatchObject({ ack: 2 }));
    await eventually(() => expect(row()).toEqual(["Abrimos às 9h!", "delivered"]));
    await customer.readsEverything();
    await eventually(() => expect(ana.messages(ticket).messages.at(-1)).toMatchObject({ ack: 3, sending: "sent" }));
    expect(row()).toEqual(["Abrimos às 9h!", "read"]);
    await world.allInStep();
    expect(bia.eventNames.filter((name) => name !== "contact.create")).toEqual([]);
  }, 60_000);
});
