import type { ConnectionGapView } from "@balcao/contracts/connections";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

const MINUTE_MS = 60_000;

describe("messages that customers sent during a gap", () => {
  let world: World;
  beforeAll(async () => (world = await openWorld()), 90_000);
  afterAll(() => world.close());

  it("are requested when the number is connected again, appear once and at their time, and are counted at the gap [P-10, F-07]", async () => {
    const { davi, gateway } = world;
    const sales = await world.queue("Vendas", "#236681");
    const shop = await world.number("Loja", [sales]);
    const customer = world.customer("5511900500001", shop);
    const ago = (minutes: number) => ({ at: Date.now() - minutes * MINUTE_MS });
    const gaps = () => davi.ask<ConnectionGapView[]>("GET", `/whatsapp/${shop.id}/gaps`);

    await customer.writes("Antes", ago(30));
    const id = await world.ticketOf(davi, customer.phone);
    await davi.accepts(id);
    await davi.opens(id);
    const bodies = () => davi.messages(id).messages.map(({ body }) => body);
    await eventually(() => expect(bodies()).toEqual(["Antes"]));

    gateway.control.webhookFaults({ drop: 1 });
    const older = await customer.writes("De outro tempo", ago(29));
    const [first, last] = [ago(9), ago(7)];
    await world.restartWorker(async () => {
      await customer.writes("Tem alguém aí?", first);
      await customer.writes("Digitei no celular", { ...ago(8), fromMe: true });
      await customer.writes("Quero duas", last);
      // As after twenty minutes without a worker for the number.
      await world.rows("UPDATE session_lease SET expires_at = '-infinity', kept_at = now() - interval '20 minutes'");
    });
    await eventually(async () => expect(await gaps()).toMatchObject([{ recovered: 0, asked: 0, recoveredFrom: null }]));
    gateway.control.webhookFaults({});
    await customer.writes("Alô?");
    await eventually(() => expect(bodies()).toEqual(["Antes", "Alô?"]));

    await eventually(() => expect(bodies()).toEqual(["Antes", "Tem alguém aí?", "Digitei no celular", "Quero duas", "Alô?"]), 60_000);
    const isTold = davi.list("open").tickets.find((ticket) => ticket.id === id);
    expect(isTold).toMatchObject({ lastMessage: "Alô?", unreadMessages: 3 });
    await gateway.control.raw({ token: shop.key, body: { type: "Connected", event: {} } });
    await eventually(async () => expect(await gaps()).toMatchObject([{ recovered: 3, asked: 1 }]), 60_000);
    const [gap] = await gaps();
    // The history of the network has whole seconds.
    const seconds = [gap?.recoveredFrom, gap?.recoveredUntil].map((at) => Date.parse(at ?? "") / 1_000);
    expect(seconds).toEqual([first, last].map(({ at }) => Math.floor(at / 1_000)));
    expect(gateway.control.requests("/session/history")).toHaveLength(1);
    expect(await world.rows("SELECT * FROM inbound_conflict")).toEqual([]);

    // A message from before the gap was not missed in it; its own event, when it arrives later, is applied.
    await customer.writes("De outro tempo", { ...ago(29), id: older });
    await eventually(() => expect(bodies().slice(0, 3)).toEqual(["Antes", "De outro tempo", "Tem alguém aí?"]));
    await world.allInStep();
  }, 180_000);
});
