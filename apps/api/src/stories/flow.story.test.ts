import type { QueueDetailView, QueueView } from "@balcao/contracts/queues";
import type { TicketDecisionView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

describe("a customer's way through the menu", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let ana: Agent;
  let bia: Agent;
  let shop: LinkedNumber;
  let phones = 5511900810000;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#1e7a3e");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    for (const { socket } of [ana, bia]) socket.emit("user-heartbeat");
    await eventually(async () => {
      const online = await world.rows("SELECT 1 FROM user_account WHERE id = ANY($1) AND status = 'online'", [[ana.id, bia.id]]);
      expect(online).toHaveLength(2);
    });
    shop = await world.number("Loja", [support, sales], {
      ...{ greetingMessage: "Olá!", farewellMessage: "Até logo.", nps: true, npsMessage: "Que nota de 1 a 5?", npsTksMessage: "Obrigado!" },
    });
  }, 120_000);
  afterAll(() => world.close());

  const customer = (): Customer => world.customer(String((phones += 1)), shop);
  const got = (who: Customer): string[] => who.chat().flatMap(({ author, text }) => (author === "owner" ? [text] : []));
  const gets = (who: Customer, texts: readonly string[]) => eventually(() => expect(got(who)).toEqual(texts));
  /** Waits until the ticket is in the agent's pending list, with this queue and person. */
  const waits = (agent: Agent, id: number, place: object) =>
    eventually(() => expect(agent.list("pending").tickets.find((ticket) => ticket.id === id)).toMatchObject(place));

  it("leads to the chosen queue and its attendant, then to the rating, and everything is explained [QUEUE-003, QUEUE-004, QUEUE-009, API-069, D-157, D-158, D-205, D-206, NPS-006]", async () => {
    const changed = await world.davi.ask<QueueDetailView>("PUT", `/queue/${sales.id}`, {
      greetingMessage: "Aqui é {{queue}}.",
      userIds: [ana.id],
    });
    expect(changed).toMatchObject({ name: "Vendas", greetingMessage: "Aqui é {{queue}}.", userIds: [ana.id] });
    // The new worker has read the queue; a running one reads it within five seconds.
    await world.restartWorker();
    const zoe = customer();
    await zoe.writes("Oi");
    await gets(zoe, ["Olá!\n\n1 - Vendas\n2 - Suporte"]);
    await zoe.writes("1");
    await gets(zoe, ["Olá!\n\n1 - Vendas\n2 - Suporte", "Aqui é Vendas."]);
    const id = await world.ticketOf(ana, zoe.phone);
    await waits(ana, id, { queueId: sales.id, userId: ana.id });
    // The last message is the greeting of the queue.
    await waits(ana, id, { lastMessage: "Aqui é Vendas.", customerWords: "Oi" });
    await zoe.writes("Tem furadeira?");
    await waits(ana, id, { customerWords: "Tem furadeira?" });
    await ana.accepts(id);
    expect(await ana.ask("GET", `/tickets/${id}`)).toMatchObject({ customerWords: null });
    await ana.ask("PUT", `/tickets/${id}`, { status: "closed", onlyClose: false });
    await eventually(() => expect(got(zoe).slice(2)).toEqual(["Até logo.", "Que nota de 1 a 5?"]));
    await zoe.writes("nota 5");
    await eventually(() => expect(got(zoe).at(-1)).toBe("Obrigado!"));
    expect(await world.rows('SELECT rate, user_id AS "userId" FROM rating WHERE ticket_id = $1', [id])).toEqual([
      { rate: 5, userId: ana.id },
    ]);
    await ana.holds("closed", id);
    await world.allInStep();
    const decisions = await ana.ask<TicketDecisionView[]>("GET", `/tickets/${id}/decisions`);
    expect(decisions.map(({ rule, queue, user, rate }) => [rule, queue?.name, user?.name, rate])).toEqual([
      ["rated", undefined, undefined, 5],
      ["distributed", "Vendas", "Ana", null],
      ["menuChoice", "Vendas", undefined, null],
      ["menuShown", undefined, undefined, null],
    ]);
    expect(await bia.call("GET", `/tickets/${id}/decisions`)).toMatchObject({ status: 403 });
    expect(await bia.call("GET", "/tickets/99999/decisions")).toMatchObject({ status: 404 });
  });

  it("gives a transferred ticket to the attendant of its new queue [D-158]", async () => {
    const zoe = customer();
    await zoe.writes("Oi");
    await gets(zoe, ["Olá!\n\n1 - Vendas\n2 - Suporte"]);
    await zoe.writes("Suporte");
    const id = await world.ticketOf(bia, zoe.phone);
    await waits(bia, id, { queueId: support.id, userId: null });
    await bia.accepts(id);
    await bia.ask("PUT", `/tickets/${id}`, { status: "pending", userId: null, queueId: sales.id, whatsappId: shop.id });
    await waits(ana, id, { queueId: sales.id, userId: ana.id });
    await world.allInStep();
  });

  it("refuses attendants who are inactive or outside the queue, and keeps them where they are not named [QUEUE-014, D-157]", async () => {
    const put = (body: object) => world.davi.call("PUT", `/queue/${sales.id}`, body);
    for (const userIds of [[bia.id], [99_999], [ana.id, bia.id]])
      expect(await put({ name: "Outra", userIds })).toMatchObject({ status: 400, body: { code: "ERR_USER_NO_LINKED_IN_QUEUE" } });
    expect(await put({ color: support.color })).toMatchObject({ status: 400, body: { code: "ERR_QUEUE_COLOR_ALREADY_EXISTS" } });
    expect(await put({ customOrder: 7 })).toMatchObject({ status: 200, body: { name: "Vendas", customOrder: 7, userIds: [ana.id] } });
    expect(await put({ userIds: [] })).toMatchObject({ status: 200, body: { userIds: [], queuesUser: [] } });
    expect(await ana.call("PUT", `/queue/${sales.id}`, { userIds: [ana.id] })).toMatchObject({ status: 403 });
    expect(await world.davi.call("PUT", "/queue/99999", { name: "Nada" })).toMatchObject({ status: 404 });
    expect(await world.rows("SELECT 1 FROM audit_entry WHERE action = 'queue.change' AND queue_id = $1", [sales.id])).toHaveLength(3);
  });

  it("forgets the redirects to a person who is deleted [D-120]", async () => {
    const rui = await world.person("Rui", { queueIds: [sales.id] });
    const [contact] = await world.rows<{ id: number }>("INSERT INTO contact (name) VALUES ('Zé') RETURNING id");
    await world.rows("INSERT INTO contact_redirect VALUES ($1, $2, $3)", [contact?.id, sales.id, rui.id]);
    await world.rows("INSERT INTO contact_redirect_user VALUES ($1, 1, $2)", [contact?.id, rui.id]);
    await world.davi.ask("DELETE", `/users/${rui.id}`);
    expect(await world.rows("SELECT user_id FROM contact_redirect UNION ALL SELECT user_id FROM contact_redirect_user")).toEqual([]);
  });
});
