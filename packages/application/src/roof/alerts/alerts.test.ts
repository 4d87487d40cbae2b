import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type net from "node:net";
import { startPushService, type RunningPushService } from "@balcao/simulators/pushService";
import { noteProcess } from "@balcao/database/alerts";
import { openTestMailServer, type TestMailServer } from "@balcao/testing/mailServer";
import { aCtx, anActor } from "@balcao/testing/cast";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { deliverPushes, registerPush, spreadPushes } from "../../inbox/push/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { deliverAlerts } from "./deliverAlerts.js";
import { lookForProblems } from "./startAlerts.js";
import { testAlerts } from "./index.js";
import { createAlertWays, type AlertWays } from "./ways.js";

const SESSION = "11111111-1111-4111-8111-111111111111";
const SECRET = "k".repeat(40);

interface Arrived {
  readonly id: string;
  readonly isSigned: boolean;
  readonly content: { readonly event: string; readonly problems: readonly { readonly kind: string; readonly connection: unknown }[] };
}

let test: TestServices;
let services: Services;
let pushes: RunningPushService;
let mails: TestMailServer;
let receiver: Server;
let ways: AlertWays;
let ctx: Ctx;
let arrived: Arrived[];
let answer: number | "hung";
let isDiskLow: boolean;

beforeAll(async () => {
  pushes = await startPushService();
  mails = await openTestMailServer({ user: { name: "balcao", password: "correio/1" } });
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      if (answer === "hung") return;
      const body = Buffer.concat(parts).toString("utf8");
      const header = (name: string): string => String(request.headers[`x-balcao-${name}`]);
      // As the docs tell a receiver to check it.
      const expected = createHmac("sha256", SECRET)
        .update(`${header("timestamp")}.${body}`)
        .digest("hex");
      const isSigned = header("signature") === `sha256=${expected}` && Math.abs(Date.now() / 1_000 - Number(header("timestamp"))) < 60;
      if (answer === 204) arrived.push({ id: header("id"), isSigned, content: JSON.parse(body) as Arrived["content"] });
      response.writeHead(answer).end();
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
});
afterAll(async () => {
  await pushes.close();
  await mails.close();
  receiver.closeAllConnections();
  receiver.close();
});

beforeEach(async () => {
  test = await openTestServices();
  const loopbackPort = Number(new URL(pushes.url).port);
  services = { ...test.services, push: { ...test.services.push, loopbackPort } };
  await test.rows(
    `INSERT INTO user_account (id, name, email, password_hash, profile) VALUES
       (7, 'Davi', 'davi@x.test', '', 'admin'), (8, 'Duda', 'duda@x.test', '', 'admin'), (9, 'Ana', 'ana@x.test', '', 'user')`,
  );
  await test.rows(
    `INSERT INTO auth_session (id, user_id, refresh_hash, idle_until, absolute_until) VALUES ($1, 7, 'x', now() + interval '9 days', now() + interval '9 days')`,
    [SESSION],
  );
  await services.directory.refresh();
  ctx = aCtx(anActor(7, "admin"), { sessionId: SESSION });
  const { endpoint, keys } = pushes.subscribe(services.push.keys.publicKey);
  await registerPush(services, ctx, { userId: 7, endpoint, ...keys });
  const { port } = receiver.address() as net.AddressInfo;
  const alerts = {
    webhook: { url: `http://127.0.0.1:${port}/hook?to=balcao`, secret: SECRET },
    mail: { url: `smtp://balcao:correio%2F1@127.0.0.1:${mails.port}`, from: "balcao@x.test" },
  };
  ways = createAlertWays({ alerts, publicUrl: "https://inbox.example" }, services);
  [arrived, answer, isDiskLow] = [[], 204, true];
  mails.set("none");
  pushes.answer("accept");
  for (const program of ["worker", "api"]) await noteProcess(services.database.sql, { id: program, program, isDiskLow: false });
});
afterEach(() => test.close());

const facts = {
  redis: () => "up" as const,
  // Somebody should look, and nobody is told.
  isRedisEvicting: () => true,
  disk: () => Promise.resolve({ totalBytes: 10, freeBytes: 1, isLow: isDiskLow }),
};

/** Moves all that is stored of problems and of what waits into the past, as time does. */
async function after(seconds: number): Promise<void> {
  const past = `- ${seconds} * interval '1 second'`;
  await test.rows(`UPDATE problem SET began_at = began_at ${past}, seen_at = seen_at ${past}, told_at = told_at ${past}`);
  await test.rows(`UPDATE problem_look SET at = at ${past}`);
  await test.rows(`UPDATE alert_delivery SET due_at = due_at ${past}`);
}

/** One look after `seconds`, by several processes at once. */
async function look(seconds: number): Promise<void> {
  await after(seconds);
  await Promise.all([1, 2, 3].map(() => lookForProblems(services, facts, ways)));
}

/** Everything that is due leaves, by several processes at once. */
async function send(): Promise<void> {
  await Promise.all([1, 2, 3].map(() => spreadPushes(services, "alert")));
  await Promise.all([1, 2, 3].map(() => deliverPushes(services, ways.push, "alert")));
  await Promise.all([1, 2, 3].map(() => deliverAlerts(services, ways)));
}

const pushed = (): string[] =>
  pushes.received.map(({ text }) => (JSON.parse(text) as { texts: { pt: { title: string; text: string } } }).texts.pt.text);
it("tells a begin and an end once each: by push in each language, signed webhook and mail to every administrator [D-316]", async () => {
  const before = { pushes: pushes.received.length, mails: mails.arrived.length };
  await test.rows("INSERT INTO connection (id, name, api, status, wanted) VALUES (3, 'Loja', 'meow', 'DISCONNECTED', true)");
  await services.directory.refresh();
  for (const seconds of [0, 30]) await look(seconds);
  await send();
  expect(arrived).toEqual([]);
  await look(40);
  await send();
  await look(20);
  await send();
  expect(arrived.map(({ isSigned, content }) => [isSigned, content.event, content.problems.map(({ kind }) => kind)])).toEqual([
    [true, "began", ["diskLow", "down"]],
  ]);
  expect(pushed().slice(before.pushes)).toEqual(["O disco está quase cheio\nLoja não está conectado"]);
  expect(
    mails.arrived
      .slice(before.mails)
      .flatMap(({ to }) => to)
      .sort(),
  ).toEqual(["davi@x.test", "duda@x.test"]);
  expect(arrived[0]?.content.problems[1]?.connection).toEqual({ id: 3, name: "Loja" });
  expect(mails.arrived.at(-1)?.text).toMatch(/Message-ID: <alert-1-\d+@inbox\.example>/i);

  isDiskLow = false;
  await look(30);
  await look(140);
  await send();
  expect(arrived).toHaveLength(1);
  await look(40);
  await send();
  await look(20);
  await send();
  expect(arrived.map(({ content }) => [content.event, content.problems.map(({ kind }) => kind)])).toEqual([
    ["began", ["diskLow", "down"]],
    ["ended", ["diskLow"]],
  ]);
  expect(pushed().slice(before.pushes)).toHaveLength(2);
  expect(mails.arrived).toHaveLength(before.mails + 4);
});

it("looks once in ten seconds, however many processes there are [D-316]", async () => {
  const isOld = () => test.rows("SELECT bool_and(seen_at < now() - interval '5 seconds') AS old FROM problem");
  await look(0);
  await look(8);
  expect(await isOld()).toEqual([{ old: true }]);
  await look(3);
  expect(await isOld()).toEqual([{ old: false }]);
});

/** Of the first problem everything is due. */
async function begin(): Promise<void> {
  await look(0);
  await look(70);
}

const states = (): Promise<unknown[]> => test.rows("SELECT way, user_id, state, attempts FROM alert_delivery ORDER BY id");

it("sends by the other ways while one hangs or refuses, tries again after growing pauses, and gives up an address that is refused", async () => {
  answer = "hung";
  mails.set("busy");
  const before = pushes.received.length;
  await begin();
  const sending = deliverAlerts(services, ways);
  await spreadPushes(services, "alert");
  await deliverPushes(services, ways.push, "alert");
  expect(pushes.received).toHaveLength(before + 1);
  const refusedMails = (): Promise<unknown[]> => test.rows("SELECT 1 FROM alert_delivery WHERE way = 'mail' AND error IS NOT NULL");
  while ((await refusedMails()).length < 2) await new Promise(setImmediate);
  expect(await test.rows("SELECT error FROM alert_delivery WHERE way = 'webhook'")).toEqual([{ error: null }]);
  receiver.closeAllConnections();
  await sending;
  expect(await states()).toEqual([
    { way: "webhook", user_id: null, state: "queued", attempts: 1 },
    { way: "mail", user_id: 7, state: "queued", attempts: 1 },
    { way: "mail", user_id: 8, state: "queued", attempts: 1 },
  ]);
  expect(await deliverAlerts(services, ways)).toBe(false);
  answer = 503;
  mails.set("refusing");
  await after(6);
  await deliverAlerts(services, ways);
  await after(25);
  expect(await deliverAlerts(services, ways)).toBe(false);
  answer = 204;
  mails.set("none");
  await after(6);
  await deliverAlerts(services, ways);
  expect((await states()).slice(1)).toEqual([
    { way: "mail", user_id: 7, state: "failed", attempts: 2 },
    { way: "mail", user_id: 8, state: "failed", attempts: 2 },
  ]);
});

it("tells nobody who is no active administrator any more when it leaves, and whoever has become one", async () => {
  const [before, mailsBefore] = [pushes.received.length, mails.arrived.length];
  await begin();
  await test.rows("UPDATE user_account SET profile = 'user' WHERE id = 7");
  await test.rows("UPDATE user_account SET active = false WHERE id = 8");
  await services.directory.refresh();
  await send();
  expect([pushes.received.length, mails.arrived.length]).toEqual([before, mailsBefore]);
  await test.rows("UPDATE user_account SET profile = 'admin' WHERE id = 9");
  isDiskLow = false;
  await look(60);
  await look(200);
  await send();
  expect(mails.arrived.slice(mailsBefore).map(({ to, text }) => [to, /Resolvido/.test(text)])).toEqual([[["ana@x.test"], true]]);
});

it("tells that a process ended without a word, until another has taken its place, and of a full disk of any process", async () => {
  isDiskLow = false;
  const { sql } = services.database;
  await noteProcess(sql, { id: "gone", program: "api", isDiskLow: true });
  await look(0);
  await look(70);
  // One at a time: those of different problems that leave together arrive in any order.
  await send();
  await test.rows("UPDATE process SET started_at = now() - interval '1 hour'");
  await test.rows("UPDATE process SET seen_at = now() - interval '31 seconds' WHERE id = 'gone'");
  await look(200);
  await send();
  await look(70);
  await send();
  await noteProcess(sql, { id: "new", program: "api", isDiskLow: false });
  await look(20);
  await look(200);
  await send();
  expect(arrived.map(({ content }) => [content.event, content.problems.map(({ kind }) => kind)])).toEqual([
    ["began", ["diskLow"]],
    ["ended", ["diskLow"]],
    ["began", ["processLost"]],
    ["ended", ["processLost"]],
  ]);
});

describe("the test of an administrator", () => {
  it("goes out by each way at once, and says of each what became of it [D-316]", async () => {
    const mailsBefore = mails.arrived.length;
    const sent = { state: "sent", detail: null };
    expect(await testAlerts(services, ctx, ways)).toEqual({ push: sent, webhook: sent, mail: sent });
    expect(arrived.map(({ isSigned, content }) => [isSigned, content.event])).toEqual([[true, "test"]]);
    expect(mails.arrived.slice(mailsBefore).map(({ to }) => to)).toEqual([["davi@x.test"]]);
    expect(pushed().at(-1)).toBe("Os avisos sobre problemas da instalação chegam aqui.");
    answer = 401;
    pushes.answer(403);
    mails.set("refusing");
    expect(await testAlerts(services, ctx, ways)).toEqual({
      push: { state: "failed", detail: "403" },
      webhook: { state: "failed", detail: expect.stringMatching(/answered 401$/) },
      mail: { state: "failed", detail: "550 Mailbox unavailable" },
    });
  });

  it("says what is not configured, and that the person has no browser", async () => {
    const off = { state: "off", detail: null };
    const none = createAlertWays({ alerts: { webhook: undefined, mail: undefined }, publicUrl: "https://inbox.example" }, services);
    await test.rows("DELETE FROM push_subscription");
    expect(await testAlerts(services, ctx, none)).toEqual({ push: off, webhook: off, mail: off });
  });
});
