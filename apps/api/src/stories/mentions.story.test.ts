import { startPushService, type RunningPushService } from "@balcao/simulators/pushService";
import type { MentionableView, NoticeView } from "@balcao/contracts/notices";
import type { MessageView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { subscribe } from "./pushes.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

let world: World;
let pushes: RunningPushService;
let ana: Agent;
let rui: Agent;
let bia: Agent;
let marta: Agent;
let teo: Agent;
let number: LinkedNumber;
let customer: Customer;
let ticketId: number;

beforeAll(async () => {
  pushes = await startPushService();
  world = await openWorld({ env: { PUSH_LOOPBACK_PORT: new URL(pushes.url).port } });
  const support = await world.queue("Suporte", "#2244aa");
  const sales = await world.queue("Vendas", "#22aa44");
  ana = await world.person("Ana", { queueIds: [support.id] });
  rui = await world.person("Rui", { queueIds: [support.id] });
  bia = await world.person("Bia", { queueIds: [sales.id] });
  marta = await world.person("Marta", { queueIds: [support.id], profile: "gerente" });
  teo = await world.person("Téo", { queueIds: [support.id] });
  teo.leaves();
  await world.davi.ask("PUT", `/users/${teo.id}`, { active: false });
  number = await world.number("Loja", [support]);
  customer = world.customer("5511987654321", number);
  await customer.writes("Preciso de ajuda", { pushName: "Carla" });
  ticketId = await world.ticketOf(ana, customer.phone);
  await ana.accepts(ticketId);
});
afterAll(async () => {
  await world.close();
  await pushes.close();
});

const heard = ({ received }: Agent): unknown[] =>
  received.filter((line) => line.startsWith("notice ")).map((line) => JSON.parse(line.slice("notice ".length)) as unknown);
const bellOf = (agent: Agent): Promise<readonly NoticeView[]> => agent.ask("GET", "/notices");
const comments = (text: string, mentions: unknown, of = ticketId, agent = ana) =>
  agent.call("POST", `/messages/${of}`, { body: `--${text}`, mentions });
/** Everybody on stage has received what was recorded before. */
const everybodyHasHeard = async (): Promise<void> => {
  const { id } = await world.davi.ask<{ id: number }>("POST", "/tag", { name: `Marca ${Math.random()}`, color: "#112233" });
  for (const agent of [ana, rui, bia, marta, world.davi])
    await eventually(() => expect(agent.received.some((line) => line.startsWith("tag ") && line.includes(`"tagId":${id}`))).toBe(true));
};

it("says before sending who reads a comment of the ticket; user 1 is hidden, and inactive people and oneself are left out [D-254, D-121]", async () => {
  const people = await ana.ask<readonly MentionableView[]>("GET", `/mentions/${ticketId}`);
  expect(people.map(({ id, name, reads }) => [id, name, reads])).toEqual([
    [bia.id, "Bia", false],
    [marta.id, "Marta", true],
    [rui.id, "Rui", false],
  ]);
  await world.settings({ userShowAll: "enabled" });
  expect(
    (await ana.ask<readonly MentionableView[]>("GET", `/mentions/${ticketId}`)).filter(({ reads }) => reads).map(({ id }) => id),
  ).toEqual([marta.id, rui.id]);
  expect((await bia.call("GET", `/mentions/${ticketId}`)).status).toBe(403);
  expect((await world.davi.ask<readonly MentionableView[]>("GET", `/mentions/${ticketId}`)).map(({ id }) => id)).toEqual([
    ana.id,
    bia.id,
    marta.id,
    rui.id,
  ]);
});

it("notifies the mentioned colleagues who read the ticket in bell and push, and nobody else; a mention gives no right [D-254, NOTIF-001]", async () => {
  const [ruis, bias] = [await subscribe(pushes, rui), await subscribe(pushes, bia)];
  const { status, body } = await comments("@Rui e @Bia, vejam o pedido", [rui.id, bia.id, rui.id]);
  const comment = body as MessageView;
  expect([status, comment.mediaType, comment.body]).toEqual([200, "comment", "@Rui e @Bia, vejam o pedido"]);
  expect(comment.mentions).toEqual([
    { id: rui.id, name: "Rui" },
    { id: bia.id, name: "Bia" },
  ]);
  const notice = {
    id: `message-${comment.id}`,
    kind: "mention",
    place: { kind: "message", id: Number(comment.id), ticketId },
    handover: null,
    reason: null,
    target: null,
    author: { id: ana.id, name: "Ana" },
    text: "@Rui e @Bia, vejam o pedido",
    createdAt: expect.any(String) as string,
    contact: { id: expect.any(Number) as number, name: expect.any(String) as string, profilePicUrl: null },
  };
  await eventually(() => expect(heard(rui)).toEqual([{ action: "create", notice }]));
  expect(await bellOf(rui)).toEqual([notice]);
  await eventually(() =>
    expect(ruis()).toEqual([
      expect.objectContaining({
        tag: `message-${comment.id}`,
        title: notice.contact.name,
        text: "Ana mencionou você: @Rui e @Bia, vejam o pedido",
        path: `/tickets/${ticketId}?message=${comment.id}`,
      }),
    ]),
  );
  await everybodyHasHeard();
  expect([ana, bia, marta, world.davi].flatMap(heard)).toEqual([]);
  expect([await bellOf(bia), bias()]).toEqual([[], []]);
  expect((await bia.call("GET", `/tickets/${ticketId}`)).status).toBe(403);
  expect((await bia.call("GET", `/messages/${ticketId}`)).status).toBe(403);
  expect(bia.received.filter((line) => line.includes("vejam o pedido"))).toEqual([]);
  expect(customer.chat().filter(({ text }) => text.includes("vejam"))).toEqual([]);
  expect((await rui.opens(ticketId)).messages.at(-1)).toMatchObject({ id: comment.id, mentions: comment.mentions });
});

it("keeps a mention in the bell until the person has looked at the ticket, for all of their screens [D-254]", async () => {
  const second = await world.secondScreen(rui, { showAll: false });
  const noticeIds = (await bellOf(second)).map(({ id }) => id);
  for (const other of [ana, bia]) await other.ask("POST", "/notices/seen", { noticeIds });
  expect(await bellOf(rui)).toHaveLength(1);
  await rui.ask("POST", "/notices/seen", { noticeIds });
  const gone = { action: "delete", noticeIds };
  await eventually(() => expect([heard(rui).at(-1), heard(second).at(-1)]).toEqual([gone, gone]));
  expect(await bellOf(rui)).toEqual([]);
  second.leaves();
});

it("refuses unknown, hidden, inactive and own ids, more than twenty, and mentions for the contact, and changes nothing [D-254, D-121]", async () => {
  const count = async () => (await world.rows<{ n: number }>("SELECT count(*)::int AS n FROM message"))[0]?.n;
  const before = await count();
  const answerOf = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    const { code, details } = body as { code?: string; details?: unknown };
    return [status, code, details];
  };
  const refusal = (rule: string) => [400, "ERR_MENTIONED_USER", [{ field: "mentions", rule }]];
  expect(await answerOf(comments("@Rui", [rui.id, 999_999]))).toEqual(refusal("unknown"));
  expect(await answerOf(comments("@Davi", [rui.id, world.davi.id]))).toEqual(refusal("unknown"));
  expect(await answerOf(comments("@Téo", [teo.id, rui.id]))).toEqual(refusal("inactive"));
  expect(await answerOf(comments("@Ana", [rui.id, ana.id]))).toEqual(refusal("self"));
  const many = Array.from({ length: 21 }, (_each, at) => at + 1);
  expect(await answerOf(comments("todos", many))).toEqual([400, "ERR_VALIDATION", [{ field: "mentions", rule: "max" }]]);
  expect(await answerOf(comments("alguém", ["Rui"]))).toEqual([400, "ERR_VALIDATION", [expect.objectContaining({ rule: "id" })]]);
  expect(await answerOf(ana.call("POST", `/messages/${ticketId}`, { body: "@Rui", mentions: [rui.id] }))).toEqual([
    400,
    "ERR_VALIDATION",
    [{ field: "mentions", rule: "comment" }],
  ]);
  await world.davi.ask("PUT", `/users/${teo.id}`, { active: true });
  await world.davi.ask("DELETE", `/users/${teo.id}`);
  expect(await answerOf(comments("@Téo", [teo.id]))).toEqual(refusal("unknown"));
  expect([await count(), await bellOf(rui)]).toEqual([before, []]);
});

it("takes a mention out of the bell with its comment, with the right to read it, and with its ticket [D-254]", async () => {
  const bells = async () => [(await bellOf(rui)).map(({ text }) => text), (await bellOf(marta)).map(({ text }) => text)];
  const first = (await comments("@Rui, primeiro", [rui.id])).body as MessageView;
  await comments("@Rui e @Marta, segundo", [rui.id, marta.id]);
  expect(await bells()).toEqual([["@Rui e @Marta, segundo", "@Rui, primeiro"], ["@Rui e @Marta, segundo"]]);
  await ana.ask("DELETE", `/messages/${first.id}`);
  await eventually(() => expect(heard(rui).at(-1)).toEqual({ action: "delete", noticeIds: [`message-${first.id}`] }));
  await world.settings({ userShowAll: "disabled" });
  expect(await bells()).toEqual([[], ["@Rui e @Marta, segundo"]]);
  await world.settings({ userShowAll: "enabled" });
  expect(await bells()).toEqual([["@Rui e @Marta, segundo"], ["@Rui e @Marta, segundo"]]);
  await world.davi.ask("DELETE", `/tickets/${ticketId}`, {});
  expect(await bells()).toEqual([[], []]);
  expect(await world.rows("SELECT * FROM comment_mention")).toEqual([]);
});
