import { startPushService, type RunningPushService } from "@balcao/simulators/pushService";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketListView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { subscribe } from "./pushes.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const HOUR_MS = 3_600_000;

describe("a snoozed conversation", () => {
  let pushes: RunningPushService;
  let world: World;
  let ana: Agent;
  let rui: Agent;
  let marta: Agent;
  let shop: LinkedNumber;
  let sales: QueueView;
  let phones = 5511900960000;

  beforeAll(async () => {
    pushes = await startPushService();
    world = await openWorld({ env: { PUSH_LOOPBACK_PORT: new URL(pushes.url).port } });
    sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    // They work at any hour of any day.
    await world.rows(
      "UPDATE user_account SET weekdays = true, saturday = true, sunday = true, holidays = true, start_time = '00:00', end_time = '00:00'",
    );
    await world.rows(
      `INSERT INTO user_account (name, email, password_hash) VALUES ('Eva', 'eva@balcao.test', 'x');
       INSERT INTO user_queue SELECT id, ${sales.id} FROM user_account WHERE name = 'Eva'`,
    );
    await world.settings({});
    ana.socket.emit("user-heartbeat");
    await eventually(async () => {
      const present = await world.rows("SELECT 1 FROM user_account WHERE id = $1 AND status <> 'offline'", [ana.id]);
      expect(present).toHaveLength(1);
    });
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await pushes.close();
  });

  const attended = async (): Promise<{ zoe: Customer; id: number }> => {
    const zoe = world.customer(String((phones += 1)), shop);
    await zoe.writes("Oi");
    const id = await world.ticketOf(ana, zoe.phone);
    await ana.accepts(id);
    await ana.opens(id);
    await eventually(async () => expect((await read(id)).unreadMessages).toBe(0));
    return { zoe, id };
  };
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const read = (id: number, agent = ana) => agent.ask<TicketView>("GET", `/tickets/${id}`);
  const snooze = (id: number, snoozeUntil: string, more: object = {}, agent = ana) =>
    agent.ask<TicketView>("PUT", `/tickets/${id}`, { status: "paused", snoozeUntil, ...more });
  const list = async (status: string, agent = ana) => agent.ask<TicketListView>("GET", `/tickets?status=${status}`);
  const due = (id: number) => world.rows("UPDATE ticket SET wakes_at = now() - interval '1 second' WHERE id = $1", [id]);
  const lines = async (id: number) =>
    (await ana.opens(id)).messages.filter(({ mediaType }) => mediaType === "comment").map(({ body, handover }) => ({ body, handover }));

  it("is out of the open list and its count, as a pause is, and comes back by the worker: on top, unread, pushed, with the reason [D-440]", async () => {
    const [{ id }, { id: other }] = [await attended(), await attended()];
    const before = (await list("open")).count;
    const until = inHours(2);
    expect(await snooze(id, until, { pauseTag: "Peça" })).toMatchObject({
      ...{ status: "paused", pauseTag: "Peça", userId: ana.id, snooze: { state: "asleep", until } },
    });
    await ana.holds("paused", id);
    expect((await list("open")).count).toBe(before - 1);
    expect((await list("paused")).tickets.map((ticket) => ticket.id)).toContain(id);
    await ana.writes(other, "Um momento");
    const pushed = await subscribe(pushes, ana);
    await due(id);
    await eventually(async () =>
      expect(await read(id)).toMatchObject({
        status: "open",
        userId: ana.id,
        pauseTag: null,
        unreadMessages: 1,
        snooze: { state: "timeUp" },
      }),
    );
    await ana.holds("open", id);
    const open = await list("open");
    expect([open.tickets[0]?.id, open.count]).toEqual([id, before]);
    await eventually(() => expect(pushed().map(({ tag }) => tag)).toEqual([expect.stringMatching(/^message-/)]));
    const [line, ...others] = await lines(id);
    expect(line?.body).toMatch(/^A pausa até \d\d\/\d\d\/\d{4} \d\d:\d\d terminou \(Peça\)\.$/);
    expect([line?.handover?.isAwake, others]).toEqual([true, []]);
    await eventually(async () => expect((await read(id)).unreadMessages).toBe(0));
    expect((await ana.ask<TicketView>("PUT", `/tickets/${id}`, { status: "closed", onlyClose: true })).snooze).toBeNull();
    await world.allInStep();
  });

  it("waits in its queue when its owner is not there at its time, and who accepts it has it as any other [D-440]", async () => {
    const { id } = await attended();
    const [eva] = await world.rows<{ id: number }>("SELECT id FROM user_account WHERE name = 'Eva'");
    await marta.ask("PUT", `/tickets/${id}`, { whatsappId: shop.id, queueId: sales.id, userId: eva?.id });
    await snooze(id, inHours(2), {}, marta);
    await due(id);
    await rui.holds("pending", id);
    expect((await rui.accepts(id)).snooze).toBeNull();
    expect((await rui.opens(id)).messages.at(-1)?.body).toMatch(/Eva não está\.$/);
    await world.allInStep();
  });

  it("comes back when the customer writes, and a pause without an end does not [D-440, D-052]", async () => {
    const [{ zoe, id }, { zoe: leo, id: paused }] = [await attended(), await attended()];
    expect(await snooze(id, "message")).toMatchObject({ pauseTag: null, snooze: { state: "asleep", until: null } });
    await ana.ask("PUT", `/tickets/${paused}`, { status: "paused", pauseTag: "Almoço" });
    await Promise.all([zoe.writes("Chegou"), leo.writes("E eu?")]);
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ unreadMessages: 1, lastMessage: "Chegou", snooze: { state: "wrote", until: null } }),
    );
    await ana.holds("open", id);
    expect((await lines(id)).map(({ body }) => body)).toEqual(["O cliente escreveu antes do fim da pausa."]);
    await eventually(async () => expect(await read(paused)).toMatchObject({ lastMessage: "E eu?" }));
    expect(await read(paused)).toMatchObject({ status: "paused", snooze: null });
    await world.allInStep();
  });

  it("refuses a time that is over, too far or none, another's pause, and a ticket that changed meanwhile [D-440]", async () => {
    const { id } = await attended();
    const refused = async (agent: Agent, body: object) => agent.call("PUT", `/tickets/${id}`, { status: "paused", ...body });
    for (const [snoozeUntil, rule] of [
      [inHours(-1), "past"],
      [inHours(24 * 367), "far"],
      ["amanhã", "date"],
      ["2026-02-30", "date"],
    ] as const)
      expect(await refused(ana, { snoozeUntil })).toMatchObject({ status: 400, body: { details: [{ field: "snoozeUntil", rule }] } });
    expect((await read(id)).status).toBe("open");
    await snooze(id, inHours(1));
    expect(await refused(rui, { snoozeUntil: inHours(3) })).toMatchObject({ status: 403 });
    // Of two people who choose a time at once, each has her choice kept until the next one.
    const two = [inHours(3), inHours(4)] as const;
    await Promise.all([snooze(id, two[0]), snooze(id, two[1], {}, marta)]);
    expect(two).toContain((await read(id)).snooze?.until);
    await ana.ask("PUT", `/tickets/${id}`, { status: "closed", onlyClose: true });
    expect(await refused(ana, { snoozeUntil: inHours(1) })).toMatchObject({ status: 409, body: { code: "ERR_TICKET_TRANSITION" } });
    await world.allInStep();
  });

  it("wakes each once although a worker is killed meanwhile [D-440]", async () => {
    const count = 120;
    await world.restartWorker(async () => {
      await world.rows("INSERT INTO contact (name, number) SELECT 'Cliente', (5511955500000 + g)::text FROM generate_series(1, $1) g", [
        count,
      ]);
      await world.rows(
        `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, accepted_at, snooze, wakes_at)
         SELECT 'paused', c.id, $1, q.id, $2, now(), 'asleep', now() FROM contact c, queue q WHERE c.number LIKE '55119555%'`,
        [shop.id, ana.id],
      );
      const awake = async () =>
        (
          await world.rows(
            "SELECT 1 FROM ticket WHERE snooze = 'timeUp' AND contact_id IN (SELECT id FROM contact WHERE number LIKE '55119555%')",
          )
        ).length;
      const worker = await world.workerProcess();
      await eventually(async () => expect(await awake()).toBeGreaterThan(0), 60_000);
      await worker.kill();
    });
    const lines = () =>
      world.rows<{ lines: number }>(
        `SELECT (SELECT count(*)::int FROM message m WHERE m.ticket_id = t.id AND m.type = 'comment') AS lines
         FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.number LIKE '55119555%'`,
      );
    await eventually(async () => expect((await lines()).map((each) => each.lines)).toEqual(Array.from({ length: count }, () => 1)), 30_000);
  }, 180_000);
});
