import { startPushService, type RunningPushService, type StandInSubscription } from "@balcao/simulators/pushService";
import { revokeAuthSession, revokeAuthSessionsOfUser, revokeSessionOfUser } from "@balcao/database/authSessions";
import type { Sql } from "@balcao/database/sql";
import { aCtx, anActor } from "@balcao/testing/cast";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { createPushFetch, createPushSender } from "@balcao/platform/push";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { deliverPushes, getPushTest, registerPush, spreadPushes, startPushTest, unregisterPush } from "./index.js";

const SESSION = "11111111-1111-4111-8111-111111111111";
let test: TestServices;
let service: RunningPushService;
let services: Services;
let now: Date;
let ctx: Ctx;

beforeAll(async () => {
  test = await openTestServices();
  service = await startPushService();
  now = new Date();
  const loopbackPort = Number(new URL(service.url).port);
  services = { ...test.services, clock: { ...test.services.clock, now: () => now }, push: { ...test.services.push, loopbackPort } };
  await test.rows(`INSERT INTO user_account (id, name, email, password_hash, profile) VALUES (7, 'Ana', 'ana@x.test', '', 'user')`);
  await test.rows(
    `INSERT INTO auth_session (id, user_id, refresh_hash, idle_until, absolute_until) VALUES ($1, 7, 'x', now() + interval '9 days', now() + interval '9 days')`,
    [SESSION],
  );
  ctx = aCtx(anActor(7, "user"), { sessionId: SESSION, now });
});
afterAll(async () => {
  await service.close();
  await test.close();
});

const sender = () =>
  createPushSender({
    keys: services.push.keys,
    subject: "https://inbox.example.com",
    fetch: createPushFetch(services.push.loopbackPort),
    clock: test.services.clock,
  });

async function subscribe(): Promise<StandInSubscription> {
  const { endpoint, keys, expirationTime } = service.subscribe(services.push.keys.publicKey);
  await registerPush(services, ctx, { userId: 7, endpoint, ...keys });
  return { endpoint, keys, expirationTime };
}

/** Starts a test push and makes one try. */
async function begin(browser: StandInSubscription): Promise<number> {
  const { id } = await startPushTest(services, { ...ctx, now }, { key: browser.endpoint });
  await deliverPushes(services, sender());
  return id;
}

const after = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const stateOf = async (id: number) => getPushTest(services, ctx, { testId: id });

it("stores address and secret of a browser sealed", async () => {
  const { endpoint, keys } = await subscribe();
  const stored = JSON.stringify(await test.rows("SELECT * FROM push_subscription"));
  expect(stored).not.toContain(endpoint);
  expect(stored).not.toContain(keys.auth);
});

it("tries again after growing pauses, or after what the push service asks for, and gives up at the end", async () => {
  const browser = await subscribe();
  service.answer(503);
  const id = await begin(browser);
  expect(await stateOf(id)).toMatchObject({ state: "queued", attempts: 1, status: 503 });
  after(4);
  expect(await deliverPushes(services, sender())).toBe(false);
  after(2);
  service.answer(429, 40);
  await deliverPushes(services, sender());
  expect(await stateOf(id)).toMatchObject({ state: "queued", attempts: 2, status: 429 });
  after(35);
  expect(await deliverPushes(services, sender())).toBe(false);
  after(6);
  service.answer("accept");
  await deliverPushes(services, sender());
  expect(await stateOf(id)).toMatchObject({ state: "sent", attempts: 3, status: 201 });
  expect(await test.rows("SELECT payload FROM push_delivery WHERE id = $1", [id])).toEqual([{ payload: {} }]);

  service.answer(500);
  const lost = await begin(browser);
  after(6);
  await deliverPushes(services, sender());
  after(31);
  await deliverPushes(services, sender());
  expect(await stateOf(lost)).toMatchObject({ state: "failed", status: 500 });
});

it.each([404, 410])("removes a browser that its push service does not know any more: %i", async (status) => {
  const browser = await subscribe();
  service.answer(status);
  const id = await begin(browser);
  expect(await stateOf(id)).toMatchObject({ state: "failed", status });
  await expect(startPushTest(services, ctx, { key: browser.endpoint })).rejects.toMatchObject({ code: "ERR_NOT_FOUND" });
});

/** Spreads a message of a customer who waits in the queue of the person; its first try fails. */
async function waits(text: string): Promise<{ browser: StandInSubscription; row: () => Promise<unknown[]> }> {
  const browser = await subscribe();
  await test.rows("DELETE FROM push_delivery");
  const [message] = await test.rows<{ id: number }>(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, contact_id, type, body, sent_at)
     SELECT id, connection_id, 'phone:1', 'phone:1', false, $1, contact_id, 'conversation', $1, $2 FROM ticket WHERE status = 'pending' RETURNING id`,
    [text, now],
  );
  await test.rows("INSERT INTO push_event (kind, object_id) VALUES ('ticket', $1)", [message?.id]);
  service.answer(503);
  expect(await spreadPushes(services)).toBe(true);
  expect(await test.rows("SELECT DISTINCT user_id, payload->>'text' AS text FROM push_delivery")).toEqual([{ user_id: 7, text }]);
  while (await deliverPushes(services, sender()));
  service.answer("accept");
  return { browser, row: () => test.rows("SELECT DISTINCT state, payload FROM push_delivery") };
}

const received = (text: string): number => service.received.filter((push) => push.text.includes(text)).length;

describe("a push that waits for a retry [D-099, W-01]", () => {
  const give = () => test.rows("INSERT INTO user_queue (user_id, queue_id) VALUES (7, 1)");
  beforeAll(async () => {
    const connectionId = await test.connection("meow");
    await test.rows("INSERT INTO queue (id, name, color) VALUES (1, 'Suporte', '#2244aa')");
    await test.rows("INSERT INTO contact (id, name) VALUES (1, 'Cliente')");
    await test.rows("INSERT INTO ticket (status, contact_id, connection_id, queue_id) VALUES ('pending', 1, $1, 1)", [connectionId]);
    await test.rows(`INSERT INTO user_account (id, name, email, password_hash, profile) VALUES (8, 'Rui', 'rui@x.test', '', 'user')`);
    await give();
  });

  it("leaves for a person who still may, however old the message has become", async () => {
    const { row } = await waits("Ainda pode");
    after(400);
    const before = service.received.length;
    while (await deliverPushes(services, sender()));
    expect(service.received.length).toBeGreaterThan(before);
    expect(received("Ainda pode")).toBeGreaterThan(0);
    expect(await row()).toEqual([{ state: "sent", payload: {} }]);
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      "the session expired",
      () => test.rows("UPDATE auth_session SET idle_until = now() - interval '1 day'"),
      () => test.rows("UPDATE auth_session SET idle_until = absolute_until"),
    ],
    [
      "the account was deactivated",
      () => test.rows("UPDATE user_account SET active = false WHERE id = 7"),
      () => test.rows("UPDATE user_account SET active = true WHERE id = 7"),
    ],
    ["the queue was taken away", () => test.rows("DELETE FROM user_queue WHERE user_id = 7"), give],
    [
      "a colleague accepted the conversation",
      () => test.rows("UPDATE ticket SET status = 'open', user_id = 8"),
      () => test.rows("UPDATE ticket SET status = 'pending', user_id = NULL"),
    ],
  ])("does not leave after %s, and nothing of its text stays", async (what, ends, again) => {
    const { row } = await waits(what);
    await ends();
    after(6);
    const before = received(what);
    while (await deliverPushes(services, sender()));
    expect(received(what)).toBe(before);
    expect(await row()).toEqual([{ state: "failed", payload: {} }]);
    await again();
  });

  it("leaves without the customer's text when the company has switched the text off meanwhile [W-07]", async () => {
    const { row } = await waits("Só entre nós");
    await test.rows(
      "INSERT INTO setting (key, value) VALUES ('pushMessageText', 'disabled') ON CONFLICT (key) DO UPDATE SET value = 'disabled'",
    );
    after(6);
    const [before, secrets] = [service.received.length, received("Só entre nós")];
    while (await deliverPushes(services, sender()));
    expect(service.received.length).toBeGreaterThan(before);
    expect(received("Só entre nós")).toBe(secrets);
    expect(await row()).toEqual([{ state: "sent", payload: {} }]);
    await test.rows("UPDATE setting SET value = 'enabled' WHERE key = 'pushMessageText'");
  });

  it("ends in the moment in which its browser is unregistered", async () => {
    const { browser } = await waits("Sem navegador");
    await unregisterPush(services, ctx, { userId: 7, key: browser.endpoint });
    expect(await test.rows("SELECT state, payload FROM push_delivery WHERE subscription_id IS NULL")).toEqual([
      { state: "failed", payload: {} },
    ]);
  });

  it.each<[string, (tx: Sql) => Promise<unknown>]>([
    ["is logged out", (tx) => revokeAuthSession(tx, SESSION, { now, reason: "logout" })],
    ["is ended by the person", (tx) => revokeSessionOfUser(tx, 7, SESSION, { now, reason: "ended" })],
    ["ends with all of the person", (tx) => revokeAuthSessionsOfUser(tx, 7, { now, reason: "deactivated" })],
  ])("ends with its browser in the moment in which its session %s", async (what, revokes) => {
    const { row } = await waits(what);
    await services.database.transaction(revokes);
    expect(await row()).toEqual([{ state: "failed", payload: {} }]);
    expect(await test.rows("SELECT 1 FROM push_subscription")).toEqual([]);
    await test.rows("UPDATE auth_session SET revoked_at = NULL");
  });
});

it("follows no redirect, and ends a browser whose push service answers with one (S-58)", async () => {
  const browser = await subscribe();
  service.answer("redirect");
  const id = await begin(browser);
  expect(await stateOf(id)).toMatchObject({ state: "failed" });
  await expect(startPushTest(services, ctx, { key: browser.endpoint })).rejects.toMatchObject({ code: "ERR_NOT_FOUND" });
});

it("reads no more than 64 KB of an answer", async () => {
  const browser = await subscribe();
  service.answer("huge");
  const id = await begin(browser);
  expect(await stateOf(id)).toMatchObject({ state: "sent", status: 201 });
});

it("calls nothing within our networks, whatever was registered (S-58)", async () => {
  service.answer("accept");
  const browser = await subscribe();
  const { id } = await startPushTest(services, { ...ctx, now }, { key: browser.endpoint });
  const before = service.calls();
  const closed = createPushSender({
    keys: services.push.keys,
    subject: "https://inbox.example.com",
    fetch: createPushFetch(undefined),
    clock: test.services.clock,
  });
  await deliverPushes(services, closed);
  expect(service.calls()).toBe(before);
  expect(await stateOf(id)).toMatchObject({ state: "failed", status: null });
});

it("keeps the newest twenty browsers of a person", async () => {
  for (let index = 0; index < 22; index += 1) await subscribe();
  expect(await test.rows("SELECT count(*)::int AS n FROM push_subscription")).toEqual([{ n: 20 }]);
});
