import { startPushService, type RunningPushService } from "@balcao/simulators/pushService";
import type { MessageView } from "@balcao/contracts/messages";
import type { NoticeView } from "@balcao/contracts/notices";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketListView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { subscribe } from "./pushes.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

let world: World;
let pushes: RunningPushService;
let support: QueueView;
let sales: QueueView;
let ana: Agent;
let rui: Agent;
let bia: Agent;
let number: LinkedNumber;
let phones = 5511900200000;

beforeAll(async () => {
  pushes = await startPushService();
  world = await openWorld({ env: { PUSH_LOOPBACK_PORT: new URL(pushes.url).port } });
  support = await world.queue("Suporte", "#2244aa");
  sales = await world.queue("Vendas", "#22aa44");
  ana = await world.person("Ana", { queueIds: [support.id] });
  rui = await world.person("Rui", { queueIds: [support.id, sales.id] });
  bia = await world.person("Bia", { queueIds: [sales.id] });
  number = await world.number("Loja", [support]);
});
afterAll(async () => {
  await world.close();
  await pushes.close();
});

/** A conversation that Ana has answered and read. */
async function attended() {
  const customer = world.customer(String((phones += 1)), number);
  await customer.writes("Preciso de ajuda", { pushName: "Carla" });
  const id = await world.ticketOf(ana, customer.phone);
  await ana.accepts(id);
  await ana.opens(id);
  await ana.writes(id, "Já vejo");
  await eventually(async () => expect(await unreadOf(ana, id)).toBe(0));
  return { customer, id };
}
const unreadOf = async (agent: Agent, id: number) => (await agent.ask<TicketView>("GET", `/tickets/${id}`)).unreadMessages;
const bellOf = async (agent: Agent): Promise<number[]> =>
  (await agent.ask<TicketListView>("GET", "/tickets?withUnreadMessages=true")).tickets.map(({ id }) => id);
const toldOf = (agent: Agent) => agent.ask<NoticeView[]>("GET", "/notices");
const lastOf = async (agent: Agent, id: number) => (await agent.opens(id)).messages.at(-1);
const transfer = (id: number, to: object, agent = ana) =>
  agent.ask<TicketView>("PUT", `/tickets/${id}`, { whatsappId: number.id, queueId: support.id, ...to });
const lineIn = ({ received }: Agent, text: string) => received.filter((line) => line.startsWith("appMessage ") && line.includes(text));

it("is unread for its new owner, in bell and push, with who gave it and the note, which the customer never gets [D-272]", async () => {
  const { customer, id } = await attended();
  const [anas, ruis] = [await subscribe(pushes, ana), await subscribe(pushes, rui)];
  await transfer(id, { userId: rui.id, comment: " Já pagou ", transferMessage: "O Rui continua" });
  const handover = { user: { id: rui.id, name: "Rui" }, queue: { id: support.id, name: "Suporte" }, note: "Já pagou" };
  await eventually(() => expect(lineIn(rui, "Já pagou").map((line) => line.includes('"unreadMessages":1'))).toEqual([true]));
  expect([await unreadOf(rui, id), await bellOf(rui)]).toEqual([1, [id]]);
  await eventually(() =>
    expect(ruis()).toEqual([
      expect.objectContaining({
        tag: expect.stringMatching(/^message-/) as string,
        title: expect.any(String) as string,
        text: "Ana transferiu para você: Já pagou",
        path: expect.stringContaining(`/tickets/${id}?message=`) as string,
      }),
    ]),
  );
  const given = await toldOf(rui);
  expect(given).toMatchObject([{ kind: "handover", place: { ticketId: id }, author: { name: "Ana" }, handover }]);
  await rui.ask("POST", "/notices/seen", { noticeIds: given.map((each) => each.id) });
  expect([await toldOf(rui), await toldOf(ana)]).toEqual([[], []]);
  const line = (await rui.opens(id)).messages.find(({ mediaType }) => mediaType === "comment");
  expect(line).toMatchObject({ body: "Já pagou", userName: "Ana", handover } satisfies Partial<MessageView>);
  await eventually(() => expect(customer.chat().map(({ text }) => text)).toEqual(["Preciso de ajuda", "Já vejo", "O Rui continua"]));
  await eventually(async () => expect([await unreadOf(rui, id), await bellOf(rui)]).toEqual([0, []]));
  expect(anas()).toEqual([]);
});

it("is unread for the people of the queue that it was handed to, and not for those of another [D-272]", async () => {
  const { id } = await attended();
  const [biaPushes, before] = [await subscribe(pushes, bia), ana.received.length];
  await transfer(id, { queueId: sales.id });
  await eventually(() => expect(biaPushes().map(({ text }) => text)).toEqual(["Ana transferiu para a fila Vendas"]));
  expect([await bellOf(bia), await bellOf(rui), await bellOf(ana)]).toEqual([[id], [id], []]);
  const toldWho = async () => [await toldOf(bia), await toldOf(rui), await toldOf(ana)].map((list) => list.length);
  expect(await toldWho()).toEqual([1, 1, 0]);
  expect(await lastOf(bia, id)).toMatchObject({ body: "Ana transferiu para a fila Vendas.", handover: { user: null, note: null } });
  // What she wrote before may still arrive.
  expect(ana.received.slice(before).filter((line) => line.startsWith("appMessage ") && !line.includes("Já vejo"))).toEqual([]);
  // Whoever accepts it has it alone, and a second transfer says nothing twice.
  await rui.accepts(id);
  expect(await toldWho()).toEqual([0, 1, 0]);
  await transfer(id, { queueId: sales.id, userId: bia.id }, rui);
  expect(await toldWho()).toEqual([1, 0, 0]);
});

it("has one owner when two leads hand it over to two people at once: told and unread for that one, with an entry for each of the two [D-272]", async () => {
  const marta = await world.person("Marta", { profile: "gerente", queueIds: [support.id, sales.id] });
  const told = async (agent: Agent, id: number) =>
    (await toldOf(agent)).filter(({ kind, place }) => kind === "handover" && "ticketId" in place && place.ticketId === id).length;
  for (let round = 0; round < 5; round += 1) {
    const { id } = await attended();
    const answers = await Promise.all([
      marta.call("PUT", `/tickets/${id}`, { whatsappId: number.id, queueId: support.id, userId: rui.id }),
      world.davi.call("PUT", `/tickets/${id}`, { whatsappId: number.id, queueId: sales.id, userId: bia.id }),
    ]);
    const done = answers.filter(({ status }) => status === 200).length;
    expect([done, answers.every(({ status }) => status === 200 || status === 409)]).toEqual([expect.any(Number), true]);
    expect(done).toBeGreaterThan(0);
    const { userId, queueId } = await world.davi.ask<TicketView>("GET", `/tickets/${id}`);
    expect([
      [rui.id, support.id],
      [bia.id, sales.id],
    ]).toContainEqual([userId, queueId]);
    const [owner, other] = userId === rui.id ? [rui, bia] : [bia, rui];
    await eventually(async () => expect([await told(owner, id), await bellOf(owner)]).toEqual([1, expect.arrayContaining([id])]));
    expect(await bellOf(other)).not.toContain(id);
    expect(await world.rows("SELECT 1 FROM audit_entry WHERE ticket_id = $1 AND action = 'ticket.transfer'", [id])).toHaveLength(done);
  }
  await world.allInStep();
});

it("stays with the person when a transfer names nobody and no other place, and nothing is written [D-294]", async () => {
  const { id } = await attended();
  const before = await eventually(async () => {
    const ticket = await ana.ask<TicketView>("GET", `/tickets/${id}`);
    expect(ticket.lastMessageState).toBe("delivered");
    return ticket;
  });
  expect(await transfer(id, { comment: "Para quem?" })).toEqual(before);
  expect((await lastOf(ana, id))?.body).toBe("Já vejo");
});

it("stays read where its author keeps it, and a customer's unread messages stay counted [D-272]", async () => {
  const { customer, id } = await attended();
  await transfer(id, { queueId: support.id, userId: ana.id, comment: "Fico com ela" }).then(({ unreadMessages }) =>
    expect(unreadMessages).toBe(0),
  );
  await customer.writes("Um");
  await customer.writes("Dois");
  await eventually(async () => expect(await unreadOf(ana, id)).toBe(2));
  expect((await transfer(id, { userId: rui.id })).status).toBe("open");
  expect(await unreadOf(rui, id)).toBe(2);
});

describe("what a person who is not there any more had", () => {
  it("is handed over to the substitute as by a transfer, in bell and push, with the reason [D-330, D-119]", async () => {
    const { customer, id } = await attended();
    const ruis = await subscribe(pushes, rui);
    await world.davi.ask("POST", `/users/transfer/${ana.id}`, { substituteId: rui.id, queueId: support.id });
    const text = "Administrador transferiu para você: Rui substitui Ana na fila Suporte.";
    const path = expect.stringContaining(`/tickets/${id}?message=`) as string;
    const pushed = expect.objectContaining({ path, text }) as unknown;
    await eventually(() => expect(ruis()).toEqual(expect.arrayContaining([pushed])));
    expect([await unreadOf(rui, id), await bellOf(rui)]).toEqual([1, expect.arrayContaining([id])]);
    await eventually(() => expect(lineIn(rui, "Rui substitui Ana")).not.toEqual([]));
    expect(await lastOf(rui, id)).toMatchObject({
      ...{ mediaType: "comment", body: "Rui substitui Ana na fila Suporte.", userName: "Administrador" },
      handover: {
        user: { id: rui.id, name: "Rui" },
        queue: { id: support.id, name: "Suporte" },
        note: "Rui substitui Ana na fila Suporte.",
      },
    });
    expect(customer.chat().map(({ text }) => text)).toEqual(["Preciso de ajuda", "Já vejo"]);
  });

  it("is handed over to those of its queue, and to everybody where it has none, when the person is deleted [D-330, D-120]", async () => {
    const eva = await world.person("Eva", { queueIds: [support.id] });
    const [{ id: queued }, { id: free }] = [await attended(), await attended()];
    for (const each of [queued, free]) await transfer(each, { userId: eva.id });
    await world.rows("UPDATE ticket SET unread = 0 WHERE user_id = $1", [eva.id]);
    await world.rows("UPDATE ticket SET queue_id = NULL WHERE id = $1", [free]);
    const [anas, bias] = [await subscribe(pushes, ana), await subscribe(pushes, bia)];
    await world.davi.ask("DELETE", `/users/${eva.id}`);
    const why = "Eva foi excluído(a) dos usuários: a conversa espera por outro atendente.";
    await eventually(() =>
      expect(anas().map(({ text }) => text)).toEqual(
        expect.arrayContaining([
          `Administrador transferiu para a fila Suporte: ${why}`,
          `Administrador transferiu para todos os atendentes: ${why}`,
        ]),
      ),
    );
    expect(await bellOf(ana)).toEqual(expect.arrayContaining([queued, free]));
    await eventually(() => expect(bias().map(({ text }) => text)).toContain(`Administrador transferiu para todos os atendentes: ${why}`));
    expect(bias().map(({ text }) => text)).not.toContain(`Administrador transferiu para a fila Suporte: ${why}`);
  });
});
