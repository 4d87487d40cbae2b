// node tools/bench/returns.mjs [--screens=1000] [--numbers=50] [--away=20]
// After a death: how long until another worker holds the numbers of a dead one, and until every browser is back at an api that was away.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { createQueues, linkNumbers } from "./lib/company.mjs";
import { cpuTimes } from "./lib/cpuTime.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { PASSWORD } from "./lib/people.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { openSeal, signIn } from "./lib/sessions.mjs";
import { openThread } from "./lib/threads.mjs";

const PEOPLE = 20;
const TAKEOVER_GOAL_S = 45;
const RETURN_GOAL_S = 5;
const LIMIT_MS = 120_000;

const { values } = parseArgs({
  options: {
    screens: { type: "string", default: "1000" },
    numbers: { type: "string", default: "50" },
    away: { type: "string", default: "20" },
  },
});
const [screens, numbers, away] = [values.screens, values.numbers, values.away].map(Number);

const { startWuzapi } = await built("packages/simulators", "wuzapi");
const adminToken = randomBytes(24).toString("base64url");
const gateway = await startWuzapi({ adminToken });
const stops = [() => gateway.close()];
try {
  const more = { RATE_LIMIT_PER_MINUTE: "1000000" };
  const { product, database, call, link, stop } = await startNewProduct({ meow: { url: gateway.url, adminToken }, more });
  stops.push(stop);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  stops.push(() => client.end());
  const queues = await createQueues(call);
  await linkNumbers({ gateway, link, queues, numbers });
  await product.addWorker();
  await measureTakeover({ product, client });
  await measureReturns({ product, database, call, queues });
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Kills the worker that holds most numbers, for good, and waits until the other one has them all. */
async function measureTakeover({ product, client }) {
  const held = async () =>
    (await client.query("SELECT owner, count(*)::int AS n FROM session_lease WHERE expires_at > now() GROUP BY owner")).rows;
  await until(async () => (await held()).reduce((sum, { n }) => sum + n, 0) === numbers && (await held()).length === 2);
  const before = await held();
  const { pid, ended } = product.workers[0];
  const began = clock();
  process.kill(pid, "SIGKILL");
  await ended;
  product.workers.shift();
  await until(async () => {
    const now = await held();
    return now.length === 1 && now[0].n === numbers;
  });
  const seconds = (clock() - began) / 1_000;
  console.log(
    `${numbers} numbers, shared by two workers (${before.map(({ n }) => n).join(" and ")}): all held by the other one ${seconds.toFixed(1)} s after kill -9, goal ${TAKEOVER_GOAL_S} s`,
  );
}

/** Kills the api and starts it again after a while, and waits until every screen is connected. */
async function measureReturns({ product, database, call, queues }) {
  const seal = await openSeal(product.origin);
  const tokens = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const email = `pessoa${n}@balcao.local`;
    const hours = { weekdays: true, saturday: true, sunday: true, holidays: true, startTime: "00:00", endTime: "23:59" };
    const person = {
      name: `Pessoa ${n}`,
      email: seal("email", email),
      password: PASSWORD,
      profile: "user",
      queueIds: [queues[n % queues.length].id],
    };
    await call("POST", "/users", { ...person, ...hours });
    tokens.push(await signIn(product.origin, email, PASSWORD));
  }
  const own = Array.from({ length: screens }, (_, index) => tokens[index % tokens.length]);
  const thread = new Worker(new URL("./lib/returning.worker.mjs", import.meta.url), {
    workerData: { origin: product.origin, tokens: own },
  });
  const { ask, close } = await openThread(thread);
  stops.push(close);
  await ask("take");
  await product.kill(product.apis, 0, away * 1_000);
  const backAt = clock();
  const before = cpuTimes({ product, database });
  const times = [];
  let tried = 0;
  await until(async () => {
    const { connected, tries, returns } = await ask("take");
    tried += tries;
    times.push(...[...returns].map((at) => (at - backAt) / 1_000));
    return connected === screens;
  });
  const after = cpuTimes({ product, database });
  const { p50, p95, max } = summary(times);
  console.log(
    `${screens} screens after ${away} s without an api: back ${p50.toFixed(1)} s (p50), ${p95.toFixed(1)} s (p95), ${max.toFixed(1)} s (last) after its return, goal ${RETURN_GOAL_S} s; ` +
      `${tried} tries in all, of which ${times.length} connected; processor ms of the api meanwhile ${((after?.api ?? 0) - (before?.api ?? 0)).toFixed(0)}`,
  );
}

async function until(isSo) {
  for (const deadline = Date.now() + LIMIT_MS; !(await isSo());) {
    if (Date.now() > deadline) throw new Error("it did not happen within two minutes");
    await sleep(100);
  }
}
