import { openWorld, type World } from "./world.fixture.js";
import { eventually } from "./eventually.fixture.js";

const PHONE = "5511900000001";

describe("one person with two addresses", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  }, 60_000);
  afterAll(() => world.close());

  it("becomes one contact with one live ticket when a message has both", async () => {
    const sales = await world.queue("Vendas", "#236681");
    const ana = await world.person("Ana", { queueIds: [sales.id] });
    const number = await world.number("Loja", [sales]);
    const customer = world.customer(PHONE, number);

    const jid = `${PHONE}@s.whatsapp.net`;
    const Info = {
      Chat: jid,
      Sender: jid,
      ID: "3EB0AA00000000000001",
      IsFromMe: false,
      IsGroup: false,
      Type: "text",
      PushName: "Cliente 1",
      Timestamp: new Date().toISOString(),
    };
    await world.gateway.control.raw({
      token: number.key,
      body: { type: "Message", event: { Info, Message: { conversation: "pelo número" } } },
    });
    const older = await world.ticketOf(ana, PHONE);
    await customer.writes("sem número", { addressing: "lid-only" });
    await eventually(() => expect(ana.list("pending").tickets).toHaveLength(2));
    await world.allInStep();

    await customer.writes("com os dois", { addressing: "lid" });
    await ana.sees("pending", [older]);
    await ana.opens(older);
    await eventually(() =>
      expect(ana.messages(older).messages.map(({ body }) => body)).toEqual(["pelo número", "sem número", "com os dois"]),
    );
    await world.allInStep();
    const contacts = await ana.ask<{ contacts: unknown[] }>("GET", "/contacts?all=true");
    expect(contacts.contacts).toHaveLength(1);
    expect(await world.rows("SELECT id, status, unread FROM ticket")).toEqual([{ id: older, status: "pending", unread: 3 }]);
  }, 60_000);
});

describe("a person with only an opaque address", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  }, 60_000);
  afterAll(() => world.close());

  it("gets the number when a message has it, in the same conversation", async () => {
    const sales = await world.queue("Vendas", "#236681");
    const ana = await world.person("Ana", { queueIds: [sales.id] });
    const customer = world.customer(PHONE, await world.number("Loja", [sales]));

    await customer.writes("sem número", { addressing: "lid-only" });
    await eventually(() => expect(ana.list("pending").tickets[0]?.contact.number).toBeNull());
    await customer.writes("agora com número", { addressing: "lid" });
    await eventually(() => expect(ana.list("pending").tickets[0]?.contact.number).toBe(PHONE));
    expect(ana.list("pending").tickets).toHaveLength(1);
    await world.allInStep();
  }, 60_000);
});

describe("people whose number has two forms outside Brazil", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  }, 60_000);
  afterAll(() => world.close());

  it("are one contact each, typed in one form and writing in the other [M-4, D-263]", async () => {
    const sales = await world.queue("Vendas", "#236681");
    const ana = await world.person("Ana", { queueIds: [sales.id], addContact: true });
    const number = await world.number("Loja", [sales]);
    for (const [typed, written] of [
      ["525512345678", "5215512345678"],
      ["541123456789", "5491123456789"],
    ] as const) {
      const { id } = await ana.ask<{ id: number }>("POST", "/contacts", {
        name: "Cliente",
        number: typed,
        email: "",
        respostaAutomatica: true,
      });
      await world.customer(written, number).writes("hola");
      await eventually(() => expect(ana.list("pending").tickets.map(({ contact }) => contact.id)).toContain(id));
    }
    await world.allInStep();
  }, 60_000);
});
