import { randomUUID } from "node:crypto";
import type { JobView } from "@balcao/contracts/jobs";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketIdsView, TicketListView, TicketsDoneView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

describe("many conversations at once", () => {
  let world: World;
  let ana: Agent;
  let rui: Agent;
  let marta: Agent;
  let sales: QueueView;
  let repairs: QueueView;
  let shop: LinkedNumber;
  let phones = 5511900980000;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    repairs = await world.queue("Reparos", "#8a5300");
    ana = await world.person("Ana", { queueIds: [sales.id], editContact: true });
    rui = await world.person("Rui", { queueIds: [repairs.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id, repairs.id] });
    shop = await world.number("Loja", [sales, repairs], { greetingMessage: "Escolha", farewellMessage: "Até logo" });
  }, 120_000);
  afterAll(() => world.close());

  /** Tickets of Ana, or of somebody else, as they are after some work. */
  const tickets = async (count: number, more: { userId?: number | null; queueId?: number; status?: string } = {}): Promise<number[]> => {
    const { userId = ana.id, queueId = sales.id, status = "open" } = more;
    const rows = await world.rows<{ id: number }>(
      `WITH c AS (INSERT INTO contact (name, number) SELECT 'Cliente ' || n, n::text FROM generate_series($1::bigint, $1::bigint + $2 - 1) n RETURNING id, number),
         a AS (INSERT INTO contact_address (kind, value, contact_id) SELECT 'phone', number, id FROM c)
       INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, accepted_at, created_at, last_activity, flow_step)
       SELECT $3, id, $4, $5, $6, now(), now(), now(), 'done' FROM c RETURNING id`,
      [phones, count, status, shop.id, queueId, userId],
    );
    phones += count;
    await Promise.all([world.davi, ana, rui, marta].map((agent) => agent.reloads()));
    return rows.map(({ id }) => id);
  };
  const many = (ticketIds: readonly number[], work: object, agent = ana) =>
    agent.ask<TicketsDoneView>("POST", "/tickets/many", { ticketIds, ...work });
  const states = async (ids: readonly number[]) =>
    (await world.rows<{ status: string }>("SELECT status FROM ticket WHERE id = ANY($1::int[]) ORDER BY id", [ids])).map(
      ({ status }) => status,
    );

  it("closes each by itself: one answer with those that were refused and why, an event and an audit entry each [D-502]", async () => {
    const mine = await tickets(3);
    const [theirs = 0] = await tickets(1, { userId: rui.id, queueId: repairs.id });
    const audits =
      "SELECT description FROM audit_entry WHERE action = 'ticket.resolve' AND source = 'server' AND ticket_id = ANY($1::int[])";
    const answer = await many([...mine, ...mine, theirs, 999_999], {
      status: "closed",
      closingNote: "Mutirão",
      log: { descricao: "Encerrou" },
    });
    expect(answer).toMatchObject({
      done: 3,
      refused: [
        { ticketId: theirs, name: "", code: "ERR_NO_TICKET_FOUND" },
        { ticketId: 999_999, name: "", code: "ERR_NO_TICKET_FOUND" },
      ],
    });
    // What is hidden and what does not exist are answered alike.
    expect(new Set(answer.refused.map(({ error }) => error)).size).toBe(1);
    expect(await states([...mine, theirs])).toEqual(["closed", "closed", "closed", "open"]);
    await eventually(() => expect(ana.list("open").tickets).toEqual([]));
    await world.allInStep();
    const described = (await world.rows<{ description: string }>(audits, [mine])).map(({ description }) => description);
    expect(described).toHaveLength(3);
    expect(new Set(described).size).toBe(1);
    expect(described[0]).toMatch(/^one of 5, batch \w{8}$/);
    // Each customer gets the farewell, as from a closing of its own.
    const sent = await world.rows("SELECT 1 FROM message WHERE ticket_id = ANY($1::int[]) AND from_me AND body LIKE '%Até logo'", [mine]);
    expect(sent).toHaveLength(3);
  });

  it("names the seen ones that are refused: of a queue that a reason is not for, and what changed meanwhile [D-502]", async () => {
    await world.davi.ask("PUT", "/settings/closingReasons", {
      value: JSON.stringify([{ id: 1, name: "Vendido", color: "#1f7a4d", queueIds: [sales.id] }]),
    });
    const [one = 0] = await tickets(1);
    const [two = 0] = await tickets(1, { userId: marta.id, queueId: repairs.id });
    const answer = await many([one, two], { status: "closed", reasonId: 1 }, marta);
    expect(answer).toMatchObject({
      done: 1,
      refused: [{ ticketId: two, name: expect.stringMatching(/^Cliente/), code: "ERR_VALIDATION" }],
    });
    expect(await states([one, two])).toEqual(["closed", "open"]);
    // Snoozing a closed one is a transition that there is none for.
    expect(await many([one], { status: "paused", snoozeUntil: "message" }, marta)).toMatchObject({
      done: 0,
      refused: [{ ticketId: one, code: "ERR_TICKET_TRANSITION" }],
    });
  });

  it("changes each once although a lead hands half of them to a queue of others meanwhile, and names those she was too late for [D-502]", async () => {
    const ids = await tickets(24);
    const moved = ids.filter((_id, at) => at % 2 === 1).reverse();
    const [answer, handed] = await Promise.all([
      many(ids, { status: "closed", onlyClose: true }),
      Promise.all(
        moved.map((id) =>
          marta.call("PUT", `/tickets/${id}`, { status: "pending", userId: null, queueId: repairs.id, whatsappId: shop.id }),
        ),
      ),
    ]);
    const rows = await world.rows<{ id: number; queueId: number; status: string; closings: number }>(
      `SELECT id, queue_id AS "queueId", status, (SELECT count(*)::int FROM audit_entry a WHERE a.ticket_id = t.id AND a.action = 'ticket.close') AS closings
       FROM ticket t WHERE id = ANY($1::int[]) ORDER BY id`,
      [ids],
    );
    const [shut, spared] = [rows.filter(({ closings }) => closings === 1), rows.filter(({ closings }) => closings === 0)];
    expect(shut.length + spared.length).toBe(ids.length);
    expect([answer.done, answer.refused.map(({ ticketId }) => ticketId).sort()]).toEqual([shut.length, spared.map(({ id }) => id).sort()]);
    expect(spared.length).toBeGreaterThan(0);
    expect(spared.every(({ id, queueId, status }) => moved.includes(id) && queueId === repairs.id && status === "pending")).toBe(true);
    // Whoever was too late to hand one over was told, and it stays closed where it was.
    for (const [at, id] of moved.entries()) {
      const { status, queueId } = rows.find((row) => row.id === id) ?? { status: "", queueId: 0 };
      expect([handed[at]?.status, status, queueId]).toEqual(
        handed[at]?.status === 200 ? [200, "pending", repairs.id] : [409, "closed", sales.id],
      );
    }
    await world.allInStep();
  });

  it("hands over with each ticket's connection, snoozes, tags and marks as read [D-502]", async () => {
    const ids = await tickets(2);
    await world.rows("UPDATE ticket SET unread = 3 WHERE id = ANY($1::int[])", [ids]);
    await Promise.all([world.davi, ana, rui, marta].map((agent) => agent.reloads()));
    expect(await many(ids, { read: true })).toEqual({ done: 2, refused: [] });
    await ana.isInStep();
    expect((await ana.ask<TicketView>("GET", `/tickets/${String(ids[0])}`)).unreadMessages).toBe(0);
    expect(await many(ids, { read: true }, marta)).toMatchObject({
      done: 0,
      refused: [{ code: "ERR_NO_PERMISSION" }, { code: "ERR_NO_PERMISSION" }],
    });

    const tag = await world.davi.ask<{ id: number }>("POST", "/tag", { name: "Mutirão", color: "#236681" });
    expect(await many(ids, { addedTagIds: [tag.id] })).toEqual({ done: 2, refused: [] });
    expect(await world.rows("SELECT 1 FROM contact_tag WHERE tag_id = $1", [tag.id])).toHaveLength(2);
    expect((await rui.call("POST", "/tickets/many", { ticketIds: ids, addedTagIds: [tag.id] })).status).toBe(403);

    expect(await many(ids, { status: "paused", snoozeUntil: "message" })).toEqual({ done: 2, refused: [] });
    expect(await states(ids)).toEqual(["paused", "paused"]);
    expect(await many(ids, { status: "pending", userId: null, queueId: repairs.id, comment: "Para a oficina" })).toEqual({
      done: 2,
      refused: [],
    });
    await Promise.all(ids.map((id) => rui.holds("pending", id)));
    await world.allInStep();
  });

  it("does nothing twice under one key, also when it was opened again in between [D-502]", async () => {
    const ids = await tickets(2);
    const key = randomUUID();
    const call = () => ana.call("POST", "/tickets/many", { ticketIds: ids, status: "closed" }, { "Idempotency-Key": key });
    expect((await call()).body).toEqual({ done: 2, refused: [] });
    await ana.ask("PUT", `/tickets/${String(ids[0])}`, { status: "open" });
    expect((await call()).body).toEqual({ done: 2, refused: [] });
    expect(await states(ids)).toEqual(["open", "closed"]);
    const farewells = await world.rows("SELECT 1 FROM message WHERE ticket_id = ANY($1::int[]) AND from_me AND body LIKE '%Até logo'", [
      ids,
    ]);
    expect(farewells).toHaveLength(2);
  });

  it("says the same again of conversations that were handed to a queue which the person does not see [D-502]", async () => {
    const ids = await tickets(2);
    const key = randomUUID();
    const call = (headers: Record<string, string>) => ana.call("POST", "/tickets/many", { ticketIds: ids, queueId: repairs.id }, headers);
    expect((await call({ "Idempotency-Key": key })).body).toEqual({ done: 2, refused: [] });
    expect((await call({ "Idempotency-Key": key })).body).toEqual({ done: 2, refused: [] });
    expect((await call({})).body).toMatchObject({ done: 0 });
  });

  it("is a job above fifty, which its person sees until it ends with what was done [D-502]", async () => {
    const ids = await tickets(60);
    const working = many(ids, { status: "closed", onlyClose: true });
    const job = await eventually(async () => {
      const [running] = (await ana.ask<JobView[]>("GET", "/jobs")).filter(({ kind }) => kind === "ticketChange");
      expect(running).toMatchObject({ total: 60 });
      return running;
    });
    expect(await working).toEqual({ done: 60, refused: [] });
    const [ended] = await ana.ask<JobView[]>("GET", "/jobs");
    expect(ended).toMatchObject({ id: job?.id, state: "done", result: { done: 60, refused: 0 } });
    expect(new Set(await states(ids))).toEqual(new Set(["closed"]));
  });

  it("gives the ids of a list as it is now, and refuses no tickets, too many and what is none [D-502]", async () => {
    const { ticketIds } = await ana.ask<TicketIdsView>("GET", "/tickets/ids?status=closed");
    expect(ticketIds.length).toBe((await ana.ask<TicketListView>("GET", "/tickets?status=closed")).count);
    expect((await rui.ask<TicketIdsView>("GET", "/tickets/ids?status=open")).ticketIds).toHaveLength(1);
    const refused = [[], Array.from({ length: 1_001 }, (_unused, at) => at + 1), ["x"], undefined];
    for (const each of refused) expect((await ana.call("POST", "/tickets/many", { ticketIds: each, status: "closed" })).status).toBe(400);
    expect((await ana.call("GET", "/tickets/ids")).status).toBe(400);
  });
});
