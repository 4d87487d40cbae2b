import { startPushService, type RunningPushService, type StandInSubscription } from "@balcao/simulators/pushService";
import type { ChatView } from "@balcao/contracts/chats";
import type { PushKeyView, PushTestView } from "@balcao/contracts/push";
import type { PushPayload } from "@balcao/domain/notifications";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

let world: World;
let service: RunningPushService;
let ana: Agent;
let rui: Agent;
let bia: Agent;
let number: LinkedNumber;
let customer: Customer;

/** A browser of a person, registered as ours does it after the login. */
async function subscribe(agent: Agent): Promise<StandInSubscription> {
  const { publicKey } = await agent.ask<PushKeyView>("GET", "/push/public_key");
  const subscription = service.subscribe(publicKey ?? "");
  await agent.ask("POST", "/push/register", { subscription, userId: agent.id });
  return subscription;
}

const pushesTo = ({ endpoint }: StandInSubscription): PushPayload[] =>
  service.received.filter((push) => push.endpoint === endpoint).map(({ text }) => JSON.parse(text) as PushPayload);

/** The people for whom the message with this text was stored: all deliveries of a message are one transaction. */
const pushed = async (text: string): Promise<number[]> =>
  (
    await world.rows<{ userId: number }>(
      `SELECT user_id AS "userId" FROM push_delivery WHERE id IN (SELECT id FROM push_seen WHERE text = $1) ORDER BY user_id`,
      [text],
    )
  ).map(({ userId }) => userId);

beforeAll(async () => {
  service = await startPushService();
  world = await openWorld({ env: { PUSH_LOOPBACK_PORT: new URL(service.url).port } });
  // The text leaves a delivery when it has ended; the test remembers whom it was for.
  await world.rows(`CREATE TABLE push_seen (id bigint, text text)`);
  await world.rows(`CREATE FUNCTION see_push() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO push_seen VALUES (NEW.id, NEW.payload->>'text'); RETURN NULL; END $$`);
  await world.rows(`CREATE TRIGGER push_seen AFTER INSERT ON push_delivery FOR EACH ROW EXECUTE FUNCTION see_push()`);
  const support = await world.queue("Suporte", "#2244aa");
  const sales = await world.queue("Vendas", "#22aa44");
  ana = await world.person("Ana", { queueIds: [support.id] });
  rui = await world.person("Rui", { queueIds: [support.id] });
  bia = await world.person("Bia", { queueIds: [sales.id] });
  number = await world.number("Loja", [support]);
  customer = world.customer("5511987654321", number);
});
afterAll(async () => {
  await world.close();
  await service.close();
});

it("pushes a customer's message to the browsers of those whom it concerns, encrypted and signed [NOTIF-006, NOTIF-010, NOTIF-011, API-005, API-006, D-098]", async () => {
  const [ofAna, ofRui, ofBia] = [await subscribe(ana), await subscribe(rui), await subscribe(bia)];
  await customer.writes("Vocês abrem hoje?", { pushName: "Carla" });
  const ticketId = await world.ticketOf(ana, customer.phone);
  const name = ana.list("pending").tickets.find(({ id }) => id === ticketId)?.contact.name;
  const expected = { tag: `ticket-${ticketId}`, title: name, text: "Vocês abrem hoje?", path: `/tickets/${ticketId}` };
  await eventually(() => {
    expect(pushesTo(ofAna)).toEqual([expect.objectContaining(expected)]);
    expect(pushesTo(ofRui)).toEqual([expect.objectContaining(expected)]);
  });
  expect(await pushed("Vocês abrem hoje?")).toEqual([ana.id, rui.id]);
  expect(service.received[0]).toMatchObject({ topic: `ticket-${ticketId}`, urgency: "high" });

  await ana.accepts(ticketId);
  await customer.writes("Alô?");
  await eventually(() => expect(pushesTo(ofAna)).toHaveLength(2));
  expect(await pushed("Alô?")).toEqual([ana.id]);

  await world.settings({ notificateAllTickets: "enabled" });
  const other = world.customer("5511987650002", number);
  await other.writes("Bom dia");
  await eventually(async () => expect(await pushed("Bom dia")).toEqual([ana.id, rui.id]));
  expect(pushesTo(ofBia)).toEqual([]);
  expect(service.faults).toEqual([]);
});

it("pushes a message of an internal chat to its other people, and a group's with who wrote it [NOTIF-001, D-098]", async () => {
  const [ofAna, ofRui] = [await subscribe(ana), await subscribe(rui)];
  const pair = await ana.ask<ChatView>("POST", "/chats", { callingUserId: rui.id });
  await ana.ask("POST", `/chats/messages/${pair.id}`, { body: "Você vem hoje?" });
  const place = { tag: `chat-${pair.id}`, path: `/tickets/0/${pair.id}` };
  await eventually(() => expect(pushesTo(ofRui)).toEqual([expect.objectContaining({ ...place, title: "Ana", text: "Você vem hoje?" })]));
  // Each browser of a person gets it; Rui has another one from before.
  expect(new Set(await pushed("Você vem hoje?"))).toEqual(new Set([rui.id]));
  const group = await ana.ask<ChatView>("POST", "/chats", { isGroup: true, groupName: "Balcão 2", users: [rui.id, bia.id] });
  await rui.ask("POST", `/chats/messages/${group.id}`, { body: "Chego às nove" });
  await eventually(() =>
    expect(pushesTo(ofAna)).toEqual([
      expect.objectContaining({ title: "Balcão 2", text: "Rui: Chego às nove", path: `/tickets/0/${group.id}` }),
    ]),
  );
  expect(new Set(await pushed("Rui: Chego às nove"))).toEqual(new Set([ana.id, bia.id]));
});

it("leaves the customer's text out when the company says so", async () => {
  const browser = await subscribe(ana);
  await world.settings({ pushMessageText: "disabled" });
  await customer.writes("Meu CPF é 123");
  await eventually(() =>
    expect(pushesTo(browser).at(-1)).toMatchObject({ text: "", path: expect.stringContaining("/tickets/") as string }),
  );
  await world.settings({ pushMessageText: "enabled" });
  expect(service.received.map(({ text }) => text).filter((text) => text.includes("CPF"))).toEqual([]);
});

it("pushes no more to a browser after unregister, logout, or the push service's 410 [NOTIF-011, API-007, D-099, D-100]", async () => {
  const lasting = await subscribe(ana);
  const removed = await subscribe(ana);
  await ana.ask("POST", "/push/unregister", { userId: ana.id, key: removed.endpoint });
  const byKey = await subscribe(ana);
  await ana.ask("POST", "/push/unregister", { userId: ana.id, key: byKey.keys.p256dh });
  const second = await world.secondScreen(ana, { showAll: false });
  const leaving = await subscribe(second);
  await second.ask("DELETE", "/auth/logout");
  await customer.writes("Ainda aí?");
  await eventually(() => expect(pushesTo(lasting).at(-1)).toMatchObject({ text: "Ainda aí?" }));
  expect([removed, byKey, leaving].map((browser) => pushesTo(browser).length)).toEqual([0, 0, 0]);

  const test = { key: lasting.endpoint };
  service.answer(410);
  await ana.ask("POST", "/push/test", test);
  await eventually(async () => expect((await ana.call("POST", "/push/test", test)).status).toBe(404));
  service.answer("accept");
});

it("follows a test push of a person, which others cannot read", async () => {
  const browser = await subscribe(rui);
  const { id } = await rui.ask<PushTestView>("POST", "/push/test", { key: browser.endpoint });
  await eventually(async () =>
    expect(await rui.ask<PushTestView>("GET", `/push/test/${id}`)).toEqual({ id, state: "sent", attempts: 1, status: 201 }),
  );
  expect(pushesTo(browser).at(-1)).toMatchObject({ testId: id });
  expect((await ana.call("GET", `/push/test/${id}`)).status).toBe(404);
  expect((await ana.call("POST", "/push/test", { key: browser.endpoint })).status).toBe(404);
});

it("registers only the own browser, at an address on the internet, with keys that can encrypt [NOTIF-010, API-006, D-100]", async () => {
  const { publicKey } = await rui.ask<PushKeyView>("GET", "/push/public_key");
  const good = service.subscribe(publicKey ?? "");
  const register = async (subscription: object, userId = rui.id) => {
    const { status, body } = await rui.call("POST", "/push/register", { subscription, userId });
    return [status, (body as { code?: string }).code];
  };
  expect(await register(good, ana.id)).toEqual([403, "ERR_NO_PERMISSION"]);
  expect((await rui.call("POST", "/push/unregister", { userId: ana.id, key: good.endpoint })).status).toBe(403);
  const hostile = [
    "https://127.0.0.1/p",
    "https://169.254.169.254/latest",
    "https://localhost/p",
    "https://[::1]/p",
    "http://push.example/p",
  ];
  const odd = ["https://push.example:8443/p", "https://a@push.example/p", "https://intranet/p", "ftp://push.example/p", "no address"];
  for (const endpoint of [...hostile, ...odd, "http://127.0.0.1:1/p"]) {
    expect([endpoint, ...(await register({ ...good, endpoint }))]).toEqual([endpoint, 400, "ERR_URL_NOT_ALLOWED"]);
  }
  expect(await register({ ...good, keys: { ...good.keys, p256dh: "short" } })).toEqual([400, "ERR_VALIDATION"]);
  expect(await register({ endpoint: good.endpoint })).toEqual([400, "ERR_VALIDATION"]);
});
