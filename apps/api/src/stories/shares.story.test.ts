import type { QueueDetailView, QueueView } from "@balcao/contracts/queues";
import type { TicketDecisionView } from "@balcao/contracts/tickets";
import type { UserSharesView } from "@balcao/contracts/users";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const ALWAYS = { weekdays: true, saturday: true, sunday: true, holidays: true, startTime: "00:00", endTime: "00:00" };

describe("fair shares of a team", () => {
  let world: World;
  let team: Agent[];
  let marta: Agent;
  let sales: QueueView;
  let support: QueueView;
  let shop: LinkedNumber;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#8a5300");
    team = [];
    for (const name of ["Ana", "Rui", "Eva"]) team.push(await world.person(name, { queueIds: [sales.id], ...ALWAYS }));
    for (const { socket } of team) socket.emit("user-heartbeat");
    await eventually(async () => expect(await world.rows("SELECT 1 FROM user_account WHERE status = 'online'")).toHaveLength(3));
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
  }, 120_000);
  afterAll(() => world.close());

  const change = (agent: Agent, of: Agent, fields: object) => agent.call("PUT", `/users/${of.id}/shares`, fields);
  const attendants = async () => (await world.davi.ask<QueueDetailView>("GET", `/queue/${sales.id}`)).userIds;

  it("are switched by administrators, and by managers for people of their queues and in these; by nobody else [D-542]", async () => {
    const [ana, rui] = team as [Agent, Agent];
    const bia = await world.person("Bia", { queueIds: [support.id] });
    const shares: UserSharesView = { userId: ana.id, takesShares: false, openLimit: 5, queueIds: [sales.id] };
    expect(await change(marta, ana, { takesShares: false, openLimit: 5, addedQueueIds: [sales.id] })).toMatchObject({
      status: 200,
      body: shares,
    });
    expect(await attendants()).toEqual([ana.id]);
    expect(await change(marta, rui, { addedQueueIds: [sales.id] })).toMatchObject({ status: 200 });
    expect(await change(marta, ana, { removedQueueIds: [sales.id] })).toMatchObject({ body: { ...shares, queueIds: [] } });
    expect(await attendants()).toEqual([rui.id]);
    expect(await change(ana, ana, { takesShares: true })).toMatchObject({ status: 403 });
    expect(await change(marta, bia, { openLimit: 1 })).toMatchObject({ status: 403 });
    expect(await change(marta, ana, { addedQueueIds: [support.id] })).toMatchObject({ status: 403 });
    expect(await change(world.davi, ana, { addedQueueIds: [support.id] })).toMatchObject({
      status: 400,
      body: { code: "ERR_USER_NO_LINKED_IN_QUEUE" },
    });
    expect(await change(world.davi, bia, { openLimit: 1 })).toMatchObject({ status: 200 });
    expect(await world.davi.call("PUT", "/users/99999/shares", {})).toMatchObject({ status: 404 });
    const told = await world.rows<{ description: string }>(
      "SELECT description FROM audit_entry WHERE action = 'user.change' AND subject_user_id = $1 ORDER BY id",
      [ana.id],
    );
    expect(told.map(({ description }) => description)).toEqual([
      "takesShares: true, openLimit: – → takesShares: false, openLimit: 5; + Vendas",
      "− Vendas",
    ]);
  });

  it.each([
    ["0", 0, 400],
    ["a negative number", -1, 400],
    ["10,000", 10_000, 400],
    ["half a conversation", 1.5, 400],
    ["words", "muitas", 400],
    ["1,000", 1_000, 200],
    ["none", null, 200],
  ])("have a limit of %s as far as it means something, of a person and of a queue [D-540]", async (_what, openLimit, status) => {
    const [ana] = team as [Agent];
    for (const answer of [await change(marta, ana, { openLimit }), await world.davi.call("PUT", `/queue/${sales.id}`, { openLimit })]) {
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject(
        status === 200 ? { openLimit } : { details: expect.arrayContaining([expect.objectContaining({ field: "openLimit" })]) as unknown },
      );
    }
  });

  it("are given once each and evenly while workers are killed, and every decision is told [D-540]", async () => {
    await world.davi.ask("PUT", "/settings/shareWaiting", { value: "enabled" });
    for (const one of team) await world.davi.ask("PUT", `/users/${one.id}/shares`, { takesShares: false, openLimit: null });
    await world.davi.ask("PUT", `/queue/${sales.id}`, { openLimit: null, userIds: team.map(({ id }) => id) });
    // The new worker has read all this; a running one reads it within five seconds.
    await world.restartWorker();
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const zoe = world.customer(String(5511900980000 + n), shop);
      await zoe.writes("Oi");
      ids.push(await world.ticketOf(world.davi, zoe.phone));
    }
    const waiting = await world.rows<{ n: number }>("SELECT count(*)::int AS n FROM ticket_decision WHERE rule = 'nobodyFree'");
    expect(waiting).toEqual([{ n: 12 }]);
    const [first, second] = [await world.workerProcess(), await world.workerProcess()];
    await Promise.all(team.map((one) => world.davi.ask("PUT", `/users/${one.id}/shares`, { takesShares: true })));
    await first.kill();
    const owners = () =>
      world.rows<{ n: number }>("SELECT count(*)::int AS n FROM ticket WHERE id = ANY($1) AND user_id IS NOT NULL GROUP BY user_id", [ids]);
    await eventually(async () => expect(await owners()).toEqual([{ n: 4 }, { n: 4 }, { n: 4 }]), 30_000);
    await second.kill();
    const [ana] = team as [Agent];
    const [mine] = await world.rows<{ id: number }>("SELECT id FROM ticket WHERE user_id = $1 LIMIT 1", [ana.id]);
    const decisions = await ana.ask<TicketDecisionView[]>("GET", `/tickets/${mine?.id ?? 0}/decisions`);
    expect(decisions.map(({ rule, user }) => [rule, user?.name])).toEqual([
      ["sharedOut", "Ana"],
      ["nobodyFree", undefined],
      ["onlyQueue", undefined],
    ]);
    expect(await world.rows("SELECT 1 FROM ticket_decision WHERE rule = 'sharedOut' GROUP BY ticket_id HAVING count(*) > 1")).toEqual([]);
    await world.allInStep();
  }, 90_000);
});
