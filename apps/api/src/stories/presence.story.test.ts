import type { TicketPresenceEvent } from "@balcao/contracts/live";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketView } from "@balcao/contracts/tickets";
import type { ColleagueView } from "@balcao/contracts/users";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

describe("who shows a ticket and who types in it", () => {
  let world: World;
  let support: QueueView;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let shop: LinkedNumber;
  let ticketId: number;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    shop = await world.number("Loja", [sales]);
    const customer = world.customer("5511900490001", shop);
    await customer.writes("Olá");
    ticketId = await world.ticketOf(ana, customer.phone);
    for (const agent of [ana, rui]) await agent.opens(ticketId);
    bia.socket.emit("joinChatBox", ticketId);
  }, 90_000);
  afterAll(() => world.close());

  const shows = (agent: Agent, mode: "viewing" | "typing" = "viewing", id: number | null = ticketId) =>
    agent.socket.emit("presence", { ticketId: id, mode });
  const heard = (agent: Agent): TicketPresenceEvent[] =>
    agent.received
      .filter((line) => line.startsWith("ticketPresence "))
      .map((line) => JSON.parse(line.slice(line.indexOf("{"))) as TicketPresenceEvent);
  const present = (agent: Agent) =>
    heard(agent)
      .at(-1)
      ?.people.map(({ name, mode }) => `${name} ${mode}`);
  const settles = (agent: Agent, people: readonly string[]) => eventually(() => expect(present(agent)).toEqual(people));

  it("reaches everybody who sees the ticket and has it open, and nobody else, and changes with each key", async () => {
    shows(ana);
    await settles(rui, ["Ana viewing"]);
    shows(rui);
    await settles(ana, ["Ana viewing", "Rui viewing"]);
    shows(rui, "typing");
    await settles(ana, ["Rui typing", "Ana viewing"]);
    shows(rui);
    await settles(ana, ["Ana viewing", "Rui viewing"]);
    expect(heard(bia)).toEqual([]);
  });

  it("reaches those who show the ticket's row and see it, is empty for everybody else, and ends with the row [D-256]", async () => {
    const bound = await world.secondScreen(rui, { showAll: false });
    const mark = (agent: Agent) => eventually(() => expect(present(agent)).toEqual(["Ana typing", "Rui viewing"]));
    for (const agent of [bound, bia]) agent.socket.emit("watchPresence", { ticketIds: [ticketId] });
    await settles(bound, ["Ana viewing", "Rui viewing"]);
    await settles(bia, []);
    const atFirst = heard(bia).length;
    shows(ana, "typing");
    await mark(bound);
    const { socket } = bound;
    for (const rows of [null, 7, { ticketIds: "7" }, { ticketIds: [0] }, { ticketIds: [2 ** 31] }, { ticketIds: Array(101).fill(1) }])
      socket.emit("watchPresence", rows as never);
    shows(ana);
    await settles(bound, ["Ana viewing", "Rui viewing"]);
    socket.emit("watchPresence", { ticketIds: [] });
    const second = await world.secondScreen(ana, { showAll: false });
    second.socket.emit("watchPresence", { ticketIds: [ticketId] });
    await settles(second, ["Ana viewing", "Rui viewing"]);
    const before = heard(bound).length;
    shows(ana, "typing");
    await mark(second);
    shows(ana);
    await settles(second, ["Ana viewing", "Rui viewing"]);
    expect([heard(bound).length, heard(bia).length]).toEqual([before, atFirst]);
    for (const agent of [bound, second]) agent.leaves();
  });

  it("shows nobody who may not see the ticket, and ignores what is no presence", async () => {
    shows(bia);
    for (const said of [null, 1, {}, { ticketId: "7", mode: "viewing" }, { ticketId: -1, mode: "viewing" }, { ticketId, mode: "dancing" }])
      bia.socket.emit("presence", said as never);
    shows(rui, "typing");
    await settles(ana, ["Rui typing", "Ana viewing"]);
    shows(rui);
    await settles(ana, ["Ana viewing", "Rui viewing"]);
    expect(heard(ana).some(({ people }) => people.some(({ name }) => name === "Bia"))).toBe(false);
  });

  it("does not show the super administrator to others [D-121]", async () => {
    await world.davi.opens(ticketId);
    shows(world.davi, "typing");
    await settles(world.davi, ["Administrador typing", "Ana viewing", "Rui viewing"]);
    shows(world.davi, "viewing", null);
    await settles(world.davi, ["Ana viewing", "Rui viewing"]);
    expect(heard(ana).some(({ people }) => people.some(({ name }) => name === "Administrador"))).toBe(false);
  });

  it("shows colleagues who is connected, online after a heartbeat, and offline after the logout [CHAT-008, RT-005, D-095]", async () => {
    const caio = await world.person("Caio");
    /** What Ana's browser was sent last about a colleague. */
    const shown = (name: string): string | undefined =>
      ana.received
        .filter((line) => line.startsWith("user "))
        .map((line) => (JSON.parse(line.slice("user ".length)) as { user?: ColleagueView }).user)
        .findLast((user) => user?.name === name)?.status;
    await eventually(() => expect(shown("Caio")).toBe("away"));
    caio.socket.emit("user-heartbeat");
    await eventually(() => expect(shown("Caio")).toBe("online"));
    const { status } = await ana.ask<ColleagueView>("GET", `/users/${caio.id}`);
    expect(status).toBe("online");
    await caio.ask("DELETE", "/auth/logout");
    await eventually(() => expect(shown("Caio")).toBe("offline"));
  });

  it("goes away with the ticket that is left, with the right to see it, and with the socket", async () => {
    shows(rui, "viewing", null);
    await settles(ana, ["Ana viewing"]);
    shows(rui);
    await settles(ana, ["Ana viewing", "Rui viewing"]);
    await ana.accepts(ticketId);
    await ana.ask<TicketView>("PUT", `/tickets/${ticketId}`, { whatsappId: shop.id, queueId: support.id, status: "pending" });
    const before = heard(rui).length;
    shows(bia);
    await settles(bia, ["Bia viewing"]);
    shows(rui);
    shows(bia, "typing");
    await settles(bia, ["Bia typing"]);
    expect(heard(rui).length).toBe(before);
    bia.socket.emit("presence", { ticketId: null, mode: "viewing" });
    await bia.accepts(ticketId);
    shows(bia, "typing");
    await settles(bia, ["Bia typing"]);
    const second = await world.secondScreen(bia, { showAll: false });
    second.socket.emit("joinChatBox", ticketId);
    shows(second);
    await settles(second, ["Bia typing"]);
    bia.leaves();
    await settles(second, ["Bia viewing"]);
  }, 30_000);
});
