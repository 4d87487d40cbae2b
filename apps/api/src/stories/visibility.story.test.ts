import type { MessagePageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketListView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

/** One ticket of every kind that the rules distinguish, in Vendas unless the name says otherwise. */
type Kind =
  | "openOfRui"
  | "closedOfRui"
  | "groupOfRui"
  | "pausedOfRui"
  | "openOfMarta"
  | "openOfDavi"
  | "waiting"
  | "waitingWithoutQueue"
  | "waitingInSupport";

const KINDS: readonly Kind[] = [
  "openOfRui",
  "closedOfRui",
  "groupOfRui",
  "pausedOfRui",
  "openOfMarta",
  "openOfDavi",
  "waiting",
  "waitingWithoutQueue",
  "waitingInSupport",
];
const SETTINGS = ["userShowAll", "groupPerUser", "userClosedQueues", "onlyAdminSeeEmptyQueue", "hierarchy"] as const;
/** Without closed tickets, because a customer who writes into one opens another ticket. */
const LIVE_KINDS = KINDS.filter((kind) => kind !== "closedOfRui");

describe("who sees which ticket", () => {
  let world: World;
  let cast: {
    readonly ana: Agent;
    readonly anaAll: Agent;
    readonly rui: Agent;
    readonly bia: Agent;
    readonly marta: Agent;
    readonly davi: Agent;
  };
  let shop: LinkedNumber;
  let groupJid = "";
  const tickets = new Map<Kind, { readonly id: number; readonly phone: string; readonly number: LinkedNumber }>();
  let canaries = 0;

  beforeAll(async () => {
    world = await openWorld();
    const { davi } = world;
    const sales: QueueView = await world.queue("Vendas", "#236681");
    const support: QueueView = await world.queue("Suporte", "#2e7d32");
    const ana = await world.person("Ana", { queueIds: [sales.id] });
    const rui = await world.person("Rui", { queueIds: [sales.id] });
    const bia = await world.person("Bia", { queueIds: [support.id] });
    const marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id, support.id] });
    cast = { ana, anaAll: await world.secondScreen(ana, { showAll: true }), rui, bia, marta, davi };
    shop = await world.number("Loja", [sales]);
    const menu = await world.number("Menu", [sales, support], { greetingMessage: "Olá" });
    const supportNumber = await world.number("Suporte", [support]);
    groupJid = world.gateway.control.group({ name: "Obra", participants: ["5511900300090", "5511900300091"] }).jid;

    let phones = 5511900300000;
    for (const kind of KINDS) {
      const number = kind === "waitingWithoutQueue" ? menu : kind === "waitingInSupport" ? supportNumber : shop;
      const phone = kind === "groupOfRui" ? "5511900300090" : String((phones += 1));
      const before = await newestTicket();
      await world.customer(phone, number).writes("Olá", kind === "groupOfRui" ? { group: groupJid } : {});
      const id = await eventually(async () => {
        const newest = await newestTicket();
        expect(newest).toBeGreaterThan(before);
        return newest;
      });
      tickets.set(kind, { id, phone, number });
      if (kind.endsWith("OfRui")) await rui.accepts(id);
      if (kind.endsWith("OfMarta")) await marta.accepts(id);
      if (kind.endsWith("OfDavi")) await davi.accepts(id);
      if (kind === "pausedOfRui") await rui.ask("PUT", `/tickets/${id}`, { status: "paused", pauseTag: "Almoço" });
      if (kind === "closedOfRui") await rui.ask("PUT", `/tickets/${id}`, { status: "closed", onlyClose: true });
    }
  }, 120_000);
  afterAll(() => world.close());

  const newestTicket = async (): Promise<number> =>
    (await world.rows<{ id: number }>("SELECT coalesce(max(id), 0)::int AS id FROM ticket"))[0]?.id ?? 0;
  const ticketOf = (kind: Kind) => {
    const ticket = tickets.get(kind);
    if (!ticket) throw new Error(`there is no ticket ${kind}`);
    return ticket;
  };
  const enable = (...keys: readonly (typeof SETTINGS)[number][]) =>
    world.settings(Object.fromEntries(SETTINGS.map((key) => [key, keys.includes(key) ? "enabled" : "disabled"])));
  const mayOpen = async (agent: Agent): Promise<Kind[]> => {
    const open: Kind[] = [];
    for (const kind of KINDS) {
      const { id } = ticketOf(kind);
      const ticket = await agent.call("GET", `/tickets/${id}`);
      const messages = await agent.call("GET", `/messages/${id}`);
      expect([kind, messages.status]).toEqual([kind, ticket.status]);
      if (ticket.status === 200) open.push(kind);
      else expect(ticket).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    }
    return open;
  };
  const listed = async (agent: Agent, showAll: boolean): Promise<Kind[]> => {
    const ids = new Set<number>();
    for (const status of ["open", "group", "pending", "closed", "closedGroup", "paused"]) {
      for (const { id } of (await agent.ask<TicketListView>("GET", `/tickets?status=${status}&showAll=${showAll}`)).tickets) ids.add(id);
    }
    return KINDS.filter((kind) => ids.has(ticketOf(kind).id));
  };

  /** Every customer writes a unique text; exactly the people who may open the ticket must receive it. */
  const onlyAllowedReceive = async (): Promise<void> => {
    const said = new Map<Kind, string>();
    for (const kind of LIVE_KINDS) {
      const { phone, number } = ticketOf(kind);
      const text = `canario-${(canaries += 1)}-${kind}`;
      said.set(kind, text);
      await world.customer(phone, number).writes(text, kind === "groupOfRui" ? { group: groupJid } : {});
    }
    for (const kind of LIVE_KINDS) {
      await eventually(async () => {
        const { messages } = await world.davi.ask<MessagePageView>("GET", `/messages/${ticketOf(kind).id}`);
        expect(messages.map(({ body }) => body)).toContain(said.get(kind));
      });
    }
    await world.allInStep();
    for (const agent of Object.values(cast)) {
      const open = await mayOpen(agent);
      await eventually(() => {
        const received = LIVE_KINDS.filter((kind) => agent.received.some((line) => line.includes(said.get(kind) ?? "-")));
        expect({ who: agent.name, received }).toEqual({
          who: agent.name,
          received: LIVE_KINDS.filter((kind) => open.includes(kind)),
        });
      });
    }
  };

  const NOT_THEIRS: readonly Kind[] = ["openOfRui", "closedOfRui", "openOfMarta", "openOfDavi"];
  const allBut = (...without: readonly Kind[]): Kind[] => KINDS.filter((kind) => !without.includes(kind));

  it("by default keeps open and closed tickets of others from a user, and other queues from everybody but administrators [TICKET-031, TICKET-033, TICKET-034, TICKET-042]", async () => {
    await enable();
    const { ana, bia, marta, davi } = cast;
    expect(await mayOpen(ana)).toEqual(allBut(...NOT_THEIRS, "waitingInSupport"));
    expect(await mayOpen(bia)).toEqual(["waitingWithoutQueue", "waitingInSupport"]);
    expect(await mayOpen(marta)).toEqual(KINDS);
    expect(await mayOpen(davi)).toEqual(KINDS);
    expect(await listed(ana, true)).toEqual(["groupOfRui", "waiting", "waitingWithoutQueue"]);
    expect(await listed(bia, true)).toEqual(["waitingWithoutQueue", "waitingInSupport"]);
    expect(await listed(marta, false)).toEqual(["groupOfRui", "openOfMarta", "waiting", "waitingWithoutQueue", "waitingInSupport"]);
    expect(await listed(marta, true)).toEqual(KINDS);
    expect(await listed(davi, true)).toEqual(KINDS);
    await onlyAllowedReceive();
  }, 60_000);

  it("shows open tickets of others to a user with userShowAll, in the list only with the switch on [TICKET-034, D-028]", async () => {
    await enable("userShowAll");
    const { ana, marta } = cast;
    expect(await mayOpen(ana)).toEqual(allBut("closedOfRui", "waitingInSupport"));
    expect(await listed(ana, true)).toEqual(allBut("closedOfRui", "waitingInSupport"));
    expect(await listed(ana, false)).toEqual(["groupOfRui", "waiting", "waitingWithoutQueue"]);
    expect(await mayOpen(marta)).toEqual(KINDS);
    await onlyAllowedReceive();
  }, 60_000);

  it("shows closed tickets of others to a user with userClosedQueues [TICKET-033]", async () => {
    await enable("userClosedQueues");
    expect(await mayOpen(cast.ana)).toEqual(allBut("openOfRui", "openOfMarta", "openOfDavi", "waitingInSupport"));
    await enable("userClosedQueues", "userShowAll");
    expect(await listed(cast.ana, true)).toEqual(allBut("waitingInSupport"));
  }, 60_000);

  it("keeps groups of others from a user with groupPerUser: in lists, counts and events alike [TICKET-032, S-30]", async () => {
    await enable("groupPerUser");
    const { ana, rui, marta, davi } = cast;
    expect(await mayOpen(ana)).not.toContain("groupOfRui");
    expect(await listed(ana, true)).not.toContain("groupOfRui");
    for (const agent of [rui, marta, davi]) expect(await mayOpen(agent)).toContain("groupOfRui");
    await onlyAllowedReceive();
  }, 60_000);

  it("shows queue-less tickets to administrators only with onlyAdminSeeEmptyQueue: no list, no count, no event, no call [TICKET-029, TICKET-030]", async () => {
    await enable("onlyAdminSeeEmptyQueue");
    const { ana, bia, marta, davi } = cast;
    for (const agent of [ana, bia, marta]) {
      expect(await mayOpen(agent)).not.toContain("waitingWithoutQueue");
      expect(await listed(agent, true)).not.toContain("waitingWithoutQueue");
      expect(await agent.call("PUT", `/tickets/${ticketOf("waitingWithoutQueue").id}`, { status: "open", userId: agent.id })).toMatchObject(
        { status: 403 },
      );
    }
    expect(await mayOpen(davi)).toEqual(KINDS);
    await onlyAllowedReceive();
  }, 60_000);

  it("with the hierarchy lists to user and gerente the tickets of users, to an administrator all, and to everybody their own and unassigned ones [INBOX-032, INBOX-033, INBOX-034]", async () => {
    await enable("hierarchy", "userShowAll", "userClosedQueues");
    const { ana, rui, marta, davi } = cast;
    expect(await listed(ana, true)).toEqual(allBut("openOfMarta", "openOfDavi", "waitingInSupport"));
    expect(await listed(rui, true)).toEqual(allBut("openOfMarta", "openOfDavi", "waitingInSupport"));
    expect(await listed(marta, true)).toEqual(allBut("openOfDavi"));
    expect(await listed(davi, true)).toEqual(KINDS);
    expect(await listed(marta, false)).toEqual(["groupOfRui", "openOfMarta", "waiting", "waitingWithoutQueue", "waitingInSupport"]);
    await onlyAllowedReceive();
  }, 60_000);

  it("sends people only the deletion of a ticket that they may not see any more [TICKET-031]", async () => {
    await enable();
    const { ana, bia, rui } = cast;
    const phone = "5511900300080";
    await world.customer(phone, shop).writes("Primeira");
    const id = await world.ticketOf(ana, phone);
    await rui.accepts(id);
    await ana.loses(id);
    const secret = "segredo-do-rui";
    await rui.writes(id, secret);
    const support = (await rui.ask<QueueView[]>("GET", "/queue")).find(({ name }) => name === "Suporte");
    await rui.ask<TicketView>("PUT", `/tickets/${id}`, {
      queueId: support?.id,
      whatsappId: shop.id,
      comment: "comentario-do-rui",
    });
    await bia.holds("pending", id);
    await world.allInStep();
    expect(ana.received.filter((line) => line.includes(secret) || line.includes("comentario-do-rui"))).toEqual([]);
    expect(bia.received.some((line) => line.includes("comentario-do-rui"))).toBe(true);
  }, 60_000);
});
