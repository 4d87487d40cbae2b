import type { NoticeView } from "@balcao/contracts/notices";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const MINUTE_MS = 60_000;

describe("targets of a queue", () => {
  let world: World;
  let ana: Agent;
  let rui: Agent;
  let marta: Agent;
  let shop: LinkedNumber;
  let sales: QueueView;
  let other: QueueView;
  let phones = 5511900970000;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    sales = await world.queue("Vendas", "#236681");
    other = await world.queue("Suporte", "#7a7a7a");
    ana = await world.person("Ana", { queueIds: [sales.id, other.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    // Without a worker no number is linked.
    const worker = await world.worker();
    shop = await world.number("Loja", [sales]);
    await worker.stop();
  }, 120_000);
  afterAll(() => world.close());

  const promise = (fields: object, agent = world.davi) => agent.call("PUT", `/queue/${sales.id}`, fields);
  const read = (id: number) => ana.ask<TicketView>("GET", `/tickets/${id}`);
  const told = async (agent: Agent) =>
    (await agent.ask<NoticeView[]>("GET", "/notices"))
      .filter(({ kind }) => kind === "target")
      .map(({ place, target }) => [place, target?.isOver]);
  const asks = async (): Promise<{ zoe: Customer; id: number }> => {
    const zoe = world.customer(String((phones += 1)), shop);
    await zoe.writes("Oi");
    return { zoe, id: await world.ticketOf(ana, zoe.phone) };
  };

  it.each([
    ["0 minutes", { firstAnswerTarget: 0 }, 400],
    ["more than 30,000 minutes", { resolutionTarget: 30_001 }, 400],
    ["half a minute", { nextAnswerTarget: 0.5 }, 400],
    ["words", { nextAnswerTarget: "logo" }, 400],
    ["a warning at the end", { targetWarning: 100 }, 400],
    ["10,000 minutes", { resolutionTarget: 10_000 }, 200],
    ["none", { resolutionTarget: null }, 200],
  ])("of %s are answered with what they are [D-510]", async (_what, fields, status) => {
    const answer = await promise(fields);
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.body).toMatchObject({
        code: "ERR_VALIDATION",
        details: expect.arrayContaining([expect.objectContaining({ field: Object.keys(fields)[0] })]) as unknown,
      });
    const [queue] = (await ana.ask<QueueView[]>("GET", "/queue")).filter(({ id }) => id === sales.id);
    expect(queue).toMatchObject({ firstAnswerTarget: null, targetWarning: 80, ...(status === 200 && fields) });
  });

  it("are set by administrators alone, and the audit says so [D-510]", async () => {
    expect((await promise({ firstAnswerTarget: 30 }, marta)).status).toBe(403);
    expect((await promise({ firstAnswerTarget: 30, nextAnswerTarget: 60 })).status).toBe(200);
    expect(await world.rows("SELECT description FROM audit_entry WHERE action = 'queue.change' ORDER BY id DESC LIMIT 1")).toEqual([
      { description: "targets: –/–/– min, 80% → 30/60/– min, 80%" },
    ]);
  });

  it("are in every view of a conversation, live, from the customer's message to a person's answer and on to another queue [D-510]", async () => {
    const worker = await world.worker();
    const { zoe, id } = await asks();
    const { target, waitingSince } = await read(id);
    expect(target).toEqual({ of: "firstAnswer", dueAt: new Date(Date.parse(waitingSince ?? "") + 30 * MINUTE_MS).toISOString() });
    await world.allInStep();
    await ana.accepts(id);
    await ana.opens(id);
    await ana.writes(id, "Bom dia");
    expect((await read(id)).target).toBeNull();
    await zoe.writes("Quanto custa?");
    await eventually(async () => expect((await read(id)).target?.of).toBe("nextAnswer"));
    await ana.ask("PUT", `/tickets/${id}`, { queueId: other.id, whatsappId: shop.id, userId: ana.id });
    expect((await read(id)).target).toBeNull();
    await world.allInStep();
    await worker.stop();
  });

  it("tell owner and manager once each, through two kills, in bell and push, and no longer when the customer is answered [D-511]", async () => {
    const first = await world.workerProcess();
    const { id } = await asks();
    await ana.accepts(id);
    await first.kill();
    const clock = "UPDATE target_clock SET warn_at = now() - interval '1 minute', due_at = $2 WHERE ticket_id = $1";
    await world.rows(clock, [id, new Date(Date.now() + 60 * MINUTE_MS)]);
    const second = await world.workerProcess();
    await eventually(async () => expect(await told(ana)).toEqual([[expect.objectContaining({ kind: "target", ticketId: id }), false]]));
    await second.kill();
    expect(await told(marta)).toEqual([]);
    await world.rows(clock, [id, new Date(Date.now() - MINUTE_MS)]);
    const third = await world.workerProcess();
    await eventually(async () => expect(await told(marta)).toEqual([[expect.objectContaining({ ticketId: id }), true]]));
    expect(await told(ana)).toEqual([[expect.objectContaining({ ticketId: id }), true]]);
    expect(await told(rui)).toEqual([]);
    const heard = (agent: Agent) =>
      agent.received.filter((event) => event.includes('"action":"create"') && event.includes('"kind":"target"')).length;
    await eventually(() => expect([heard(ana), heard(marta), heard(rui)]).toEqual([2, 1, 0]));
    await ana.opens(id);
    await ana.writes(id, "Desculpe a demora");
    await eventually(async () => expect([await told(ana), await told(marta)]).toEqual([[], []]));
    await third.kill();
  });

  it("tell each once of 300 although a worker is killed in the midst of it [D-511]", async () => {
    // These clocks have no messages; counting them anew would end them.
    await world.rows("DELETE FROM target_recount");
    await world.rows("INSERT INTO contact (name, number) SELECT 'Cliente', (5511955600000 + g)::text FROM generate_series(1, 300) g");
    await world.rows(
      `WITH t AS (INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, accepted_at)
         SELECT 'open', id, $1, $2, $3, now() FROM contact WHERE number LIKE '55119556%' RETURNING id)
       INSERT INTO target_clock (ticket_id, kind, since, started_at, running_since, target_ms, warn_at, due_at, queue_id, user_id)
       SELECT id, 'nextAnswer', now(), now(), now(), 1, now(), now(), $2, $3 FROM t`,
      [shop.id, sales.id, ana.id],
    );
    const ofMany = "clock_id IN (SELECT id FROM target_clock WHERE target_ms = 1)";
    const notices = async () => (await world.rows(`SELECT 1 FROM comment_mention WHERE ${ofMany}`)).length;
    const worker = await world.workerProcess();
    await eventually(async () => expect(await notices()).toBeGreaterThan(0), 60_000);
    await worker.kill();
    const next = await world.workerProcess();
    await eventually(async () => expect(await notices()).toBe(600), 60_000);
    const events = await world.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM live_event WHERE topic = 'notice' AND payload->>'action' = 'create'
       AND payload->'keys'->>0 IN (SELECT 'target-' || id FROM target_clock WHERE target_ms = 1)`,
    );
    expect(events).toEqual([{ n: 300 }]);
    await next.kill();
  });
});
