import { startPushService, type RunningPushService, type StandInSubscription } from "@balcao/simulators/pushService";
import type { Ctx, Services } from "../kernel/index.js";
import { createPushFetch, createPushSender } from "@balcao/platform/push";
import { openTestServices, type TestServices } from "../services.fixture.js";
import { deliverPushes, getPushTest, registerPush, startPushTest } from "./index.js";

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
  const actor = { id: 7, profile: "user", active: true, queueIds: [], addContact: false, editContact: false, delContact: false } as const;
  ctx = { actor, sessionId: SESSION, ip: null, now, route: "", idempotencyKey: null };
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
