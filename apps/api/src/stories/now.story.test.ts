import type { TeamNowView } from "@balcao/contracts/dashboard";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketListView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

describe("the team as it is now", () => {
  let world: World;
  let ana: Agent;
  let bia: Agent;
  let marta: Agent;
  let sales: QueueView;
  let support: QueueView;
  let shop: LinkedNumber;
  let phones = 5511900990000;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#8a5300");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    shop = await world.number("Loja", []);
  }, 120_000);
  afterAll(() => world.close());

  const read = (agent: Agent) => agent.ask<TeamNowView>("GET", "/dashboard/now");
  const arrives = async (queue: QueueView | null): Promise<{ zoe: Customer; id: number }> => {
    const zoe = world.customer(String((phones += 1)), shop);
    await zoe.writes("Oi");
    const id = await world.ticketOf(world.davi, zoe.phone);
    if (queue) await move(id, { queueId: queue.id });
    return { zoe, id };
  };
  const move = (id: number, to: object) => world.davi.ask<TicketView>("PUT", `/tickets/${id}`, { whatsappId: shop.id, ...to });
  const listOf = async (agent: Agent, status: string, more = ""): Promise<readonly TicketView[]> =>
    (await agent.ask<TicketListView>("GET", `/tickets?status=${status}&showAll=true&limit=100${more}`)).tickets;

  /** Every number, and what it opens, against the lists that the same person reads with "show all". */
  const isAsTheLists = async (agent: Agent): Promise<TeamNowView> => {
    const team = await read(agent);
    const [pending, open] = [await listOf(agent, "pending", "&order=wait"), await listOf(agent, "open")];
    const countOf = (tickets: readonly TicketView[], queueId: number | null) =>
      tickets.filter((ticket) => ticket.queueId === queueId).length;
    for (const { queue, ...row } of team.queues) {
      const key = queue?.id ?? null;
      expect([queue?.name, row.waiting, row.open]).toEqual([queue?.name, countOf(pending, key), countOf(open, key)]);
      const behind = await agent.ask<TicketListView>("GET", `/dashboard/now/tickets?status=pending&queueId=${key ?? 0}`);
      expect([behind.count, behind.tickets.map(({ id }) => id)]).toEqual([
        row.waiting,
        pending.filter((ticket) => ticket.queueId === key).map(({ id }) => id),
      ]);
      expect(row.longestWait === null).toBe(row.waiting === 0);
    }
    const counted = team.queues.reduce((sum, row) => sum + row.waiting + row.open, 0);
    expect(counted).toBe(pending.length + open.length);
    for (const { id, name, open: n } of team.people) {
      expect([name, n]).toEqual([name, open.filter((ticket) => ticket.userId === id).length]);
      expect(await agent.ask("GET", `/dashboard/now/tickets?status=open&userId=${id}`)).toMatchObject({ count: n });
    }
    return team;
  };

  it("has the numbers of the lists after every step, for an administrator and for a manager, who sees her queues and people alone [D-543]", async () => {
    const seen: string[][] = [];
    const step = async (work: () => Promise<unknown>): Promise<void> => {
      await work();
      for (const agent of [world.davi, marta]) {
        const team = await isAsTheLists(agent);
        if (agent === marta) seen.push(team.queues.map(({ queue, waiting, open }) => `${queue?.name ?? "–"} ${waiting} ${open}`));
      }
    };
    const tickets: { zoe: Customer; id: number }[] = [];
    await step(async () => tickets.push(await arrives(sales), await arrives(sales), await arrives(support)));
    const [first, second, third] = tickets.map(({ id }) => id) as [number, number, number];
    await step(() => ana.accepts(first));
    await step(() => bia.accepts(third));
    await step(() => ana.ask("PUT", `/tickets/${first}`, { status: "paused", pauseTag: "Peça" }));
    await step(() => move(second, { queueId: support.id }));
    await step(() => move(second, { queueId: sales.id, userId: ana.id }));
    await step(() => marta.ask("PUT", `/tickets/${second}`, { status: "pending" }));
    await step(() => ana.ask("PUT", `/tickets/${second}`, { status: "closed" }));
    await step(() => arrives(null));
    expect(seen).toEqual([
      ["Vendas 2 0"],
      ["Vendas 1 1"],
      ["Vendas 1 1"],
      ["Vendas 1 0"],
      ["Vendas 0 0"],
      ["Vendas 0 1"],
      ["Vendas 1 0"],
      ["Vendas 0 0"],
      ["Vendas 0 0", "– 1 0"],
    ]);
    expect((await read(marta)).people.map(({ name }) => name)).toEqual(["Ana", "Marta"]);
    expect((await read(world.davi)).people.map(({ name }) => name)).toEqual(expect.arrayContaining(["Ana", "Bia", "Marta"]));
  }, 60_000);

  it("says who waits longest, what is due and overdue, and when a person answered last [D-543]", async () => {
    await world.davi.ask("PUT", `/queue/${sales.id}`, { firstAnswerTarget: 60 });
    const [late, soon] = [await arrives(sales), await arrives(sales)];
    // The worker counts the clocks of the queue anew, now and once more a little later, so that both are told until the page has them.
    const row = async () => {
      const due = "UPDATE ticket SET due_at = now() + $2 * interval '1 minute' WHERE id = $1 AND due_at IS NOT NULL";
      await world.rows(due, [late.id, -1]);
      await world.rows(due, [soon.id, 10]);
      return (await read(marta)).queues.find(({ queue }) => queue?.id === sales.id);
    };
    await world.rows("UPDATE ticket SET waiting_since = '2026-01-01T12:00:00Z' WHERE id = $1", [late.id]);
    await eventually(async () => expect(await row()).toMatchObject({ longestWait: "2026-01-01T12:00:00.000Z", overdue: 1, dueSoon: 1 }));
    expect((await read(marta)).hasTargets).toBe(true);
    await ana.accepts(late.id);
    await ana.writes(late.id, "Bom dia");
    await eventually(async () => expect(await row()).toMatchObject({ overdue: 0, dueSoon: 1, waiting: 1 }));
    const person = (await read(marta)).people.find(({ id }) => id === ana.id);
    expect(person).toMatchObject({ open: 1, load: 1, openLimit: null, takesShares: true, memberOf: [sales.id], takesPartIn: [] });
  });

  it("is refused to attendants, and shows a manager nothing of a queue that is not hers [D-543]", async () => {
    for (const path of ["/dashboard/now", "/dashboard/now/tickets?status=open"])
      expect(await ana.call("GET", path)).toMatchObject({ status: 403 });
    const { id } = await arrives(support);
    expect(
      (await world.davi.ask<TicketListView>("GET", `/dashboard/now/tickets?status=pending&queueId=${support.id}`)).tickets.map(
        (ticket) => ticket.id,
      ),
    ).toEqual([id]);
    for (const more of [`queueId=${support.id}`, `userId=${bia.id}`])
      for (const status of ["open", "pending"])
        expect(await marta.ask("GET", `/dashboard/now/tickets?status=${status}&${more}`)).toMatchObject({ count: 0, tickets: [] });
    expect(await marta.call("GET", "/dashboard/now/tickets?status=closed")).toMatchObject({ status: 400 });
  });
});
