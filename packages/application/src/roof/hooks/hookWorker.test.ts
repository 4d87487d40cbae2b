import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { insertHook, nextHookId } from "@balcao/database/hooks";
import { insertLiveEvents } from "@balcao/database/live";
import { seeded } from "@balcao/testing/random";
import { patience } from "@balcao/testing/patience";
import { dyingServices } from "../../dyingServices.fixture.js";
import type { Services } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { createHookPoster, createHookWorker, hookKeyContext, type HookPoster, type HookWorker } from "./index.js";

const CONTACTS = 12;

let test: TestServices;
let services: Services;
let server: Server;
/** The ids in the order in which the receiver got them, and what it answers. */
let got: string[];
let open: number;
let mostOpen: number;
let answer: (id: string) => number | Promise<number>;
let poster: HookPoster;
const workers: HookWorker[] = [];
const closing: Server[] = [];

beforeEach(async () => {
  test = await openTestServices();
  [got, open, mostOpen, answer] = [[], 0, 0, () => 200];
  server = createServer((request, response) => {
    request.resume().on("end", () => {
      const id = String(request.headers["balcao-id"]);
      got.push(id);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      void Promise.resolve(answer(id)).then((status) => {
        open -= 1;
        response.writeHead(status).end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  services = { ...test.services, hookAddresses: { internalHosts: [`127.0.0.1:${port()}`] } };
  poster = createHookPoster(services);
  await test.rows("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')");
  await test.rows(
    "INSERT INTO contact (name, number) SELECT 'Cliente ' || g, (5511900000000 + g)::text FROM generate_series(1, $1::int) g",
    [CONTACTS],
  );
  await services.directory.refresh();
}, 120_000);
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop().catch(() => undefined);
  poster.close();
  for (const each of [server, ...closing.splice(0)]) {
    each.closeAllConnections();
    await new Promise((resolve) => each.close(resolve));
  }
  await test.close();
});

const port = (): number => (server.address() as AddressInfo).port;

async function hook(address = `http://127.0.0.1:${port()}/`): Promise<number> {
  const { sql } = services.database;
  const id = await nextHookId(sql);
  const secretSealed = services.sealer.seal("chave", hookKeyContext(id));
  const fields = { name: `h${id}`, address, events: ["contact.changed"], reach: "all", queueIds: [] } as const;
  await insertHook(sql, { ...fields, id, userId: 1, secretSealed, createdAt: new Date(), tokenId: null });
  return id;
}

const happens = (contacts: readonly number[]): Promise<void> =>
  insertLiveEvents(
    services.database.sql,
    contacts.map((id) => ({ topic: "contact", ticketId: null, payload: { id, action: "update" } })),
  );

function worker(of: Services = services): HookWorker {
  const made = createHookWorker(of, poster, () => undefined);
  workers.push(made);
  return made;
}

/** Passes until a condition holds; a pass that fails is repeated, as the loop does. */
async function passUntil(next: () => HookWorker, isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + patience(60_000); !(await isDone());) {
    if (Date.now() > deadline) throw new Error(`the condition was not met; ${got.length} deliveries arrived`);
    await next()
      .pass()
      .catch(() => undefined);
  }
}

const states = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await test.rows<{ state: string; n: number }>("SELECT state, count(*)::int AS n FROM hook_delivery GROUP BY state")).map(
      ({ state, n }) => [state, n],
    ),
  );
const dueNow = () =>
  test.rows("UPDATE hook_delivery SET due_at = now() WHERE state = 'waiting'").then(() => test.rows("UPDATE hook SET rest_until = NULL"));
const released = () => test.rows("UPDATE hook_reader SET lease_until = now() - interval '1 second'");

/** The lanes of what arrived, with the ids of their rows in the order of the first arrival. */
async function lanes(): Promise<Map<string, number[]>> {
  const rows = await test.rows<{ id: number; key: string; lane: string }>("SELECT id, key, lane FROM hook_delivery");
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const found = new Map<string, number[]>();
  for (const key of new Set(got)) {
    const row = byKey.get(key);
    if (row) found.set(row.lane, [...(found.get(row.lane) ?? []), row.id]);
  }
  return found;
}

it("loses nothing and doubles only with the same id, in the order of each lane, while processes are killed [D-601]", async () => {
  await hook();
  const random = seeded(35);
  // Long enough for a process to be killed between a delivery and the storing of its outcome.
  answer = () => new Promise((resolve) => setTimeout(() => resolve(200), 15));
  const dying = dyingServices(services, random, { before: 0.15, after: 0.15 });
  let current = worker(dying);
  await current.pass();
  // So many passes that some process dies with deliveries under way.
  const total = 480;
  let made = 0;
  const next = (): HookWorker => {
    // Killed between the taking and the storing: its outcomes are known to nobody, and the lease runs out.
    if (random() < 0.3) {
      workers.splice(workers.indexOf(current), 1);
      current = worker(dying);
    }
    return current;
  };
  await passUntil(next, async () => {
    if (made < total) {
      const some = Array.from({ length: 20 }, () => 1 + Math.floor(random() * CONTACTS));
      made += some.length;
      await happens(some);
    }
    await released();
    const { sent = 0 } = await states();
    return made >= total && sent >= total;
  });
  expect(await states()).toEqual({ sent: total });
  expect(new Set(got).size).toBe(total);
  const repeats = got.length - total;
  expect(repeats).toBeGreaterThan(0);
  for (const [lane, ids] of await lanes()) expect([lane, ids]).toEqual([lane, [...ids].sort((a, b) => a - b)]);
}, 180_000);

it("lets nothing of a lane pass one that failed, while the others go on [D-601, D-604]", async () => {
  await hook();
  const current = worker();
  await current.pass();
  await happens([1, 2, 1, 3, 1]);
  let bad = "";
  answer = (id) => (bad === "" || bad === id ? ((bad = id), 500) : 200);
  await passUntil(
    () => current,
    async () => got.length >= 3 && (await states())["sent"] === 2,
  );
  const waiting = await test.rows<{ lane: string; attempts: number; late: boolean }>(
    "SELECT lane, attempts, due_at > now() + interval '2 seconds' AS late FROM hook_delivery WHERE state = 'waiting' ORDER BY id",
  );
  expect(waiting).toEqual([
    { lane: "c1", attempts: 1, late: true },
    { lane: "c1", attempts: 0, late: true },
    { lane: "c1", attempts: 0, late: true },
  ]);
  await happens([1]);
  for (let turn = 0; turn < 3; turn += 1) await current.pass();
  expect(got).toHaveLength(3);
  answer = () => 200;
  await dueNow();
  await passUntil(
    () => current,
    async () => (await states())["sent"] === 6,
  );
  expect(got.filter((id) => id === bad)).toHaveLength(2);
  for (const ids of (await lanes()).values()) expect(ids).toEqual([...ids].sort((a, b) => a - b));
}, 120_000);

it("keeps at most eight of a webhook under way, and a silent receiver slows no other one [D-601]", async () => {
  const other = createServer((request, response) => void request.resume().on("end", () => response.end()));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  closing.push(other);
  const { port: second } = other.address() as AddressInfo;
  services = { ...services, hookAddresses: { internalHosts: [`127.0.0.1:${port()}`, `127.0.0.1:${second}`] } };
  poster = createHookPoster(services);
  const silent = await hook();
  const quick = await hook(`http://127.0.0.1:${second}/`);
  const current = worker();
  await current.pass();
  const held: (() => void)[] = [];
  answer = () => new Promise((resolve) => held.push(() => resolve(200)));
  await happens(Array.from({ length: CONTACTS }, (_, at) => at + 1));
  const sentOf = async (id: number): Promise<number> =>
    (await test.rows<{ n: number }>("SELECT count(*)::int AS n FROM hook_delivery WHERE hook_id = $1 AND state = 'sent'", [id]))[0]?.n ?? 0;
  await passUntil(
    () => current,
    async () => held.length === 8 && (await sentOf(quick)) === CONTACTS,
  );
  await happens([1, 2, 3]);
  await passUntil(
    () => current,
    async () => (await sentOf(quick)) === CONTACTS + 3,
  );
  expect([await sentOf(silent), mostOpen]).toEqual([0, 8]);
  answer = () => 200;
  held.forEach((free) => free());
}, 120_000);

it("reads nothing while no webhook is active, and what happens then is not told [D-602]", async () => {
  const current = worker();
  await happens([1, 2]);
  await current.pass();
  expect(current.isActive()).toBe(false);
  expect(await test.rows("SELECT 1 FROM hook_reader")).toEqual([]);
});

it("gives up after a day of tries and pauses a receiver that took nothing for a day [D-604]", async () => {
  await hook();
  const current = worker();
  await current.pass();
  answer = () => 503;
  await happens([1]);
  await passUntil(
    () => current,
    async () => (await test.rows("SELECT 1 FROM hook_delivery WHERE attempts = 1")).length === 1,
  );
  await test.rows("UPDATE hook_delivery SET first_at = first_at - interval '25 hours'");
  await test.rows("UPDATE hook SET failing_since = failing_since - interval '25 hours'");
  await dueNow();
  await passUntil(
    () => current,
    async () => (await states())["dead"] === 1,
  );
  expect(await test.rows("SELECT pause_reason FROM hook")).toEqual([{ pause_reason: "failing" }]);
}, 120_000);
