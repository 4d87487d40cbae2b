// node bench/signIns.mjs [--people=100] [--check]
// A whole team signs in at the same time behind one address, while somebody else reads lists.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { cpuTimes } from "./lib/cpuTime.mjs";
import { openConnection, toRequest } from "./lib/httpConnection.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { PASSWORD } from "./lib/people.mjs";
import { summary } from "./lib/percentiles.mjs";
import { library } from "./lib/place.mjs";
import { loginBody } from "./lib/sessions.mjs";

const GOAL_PER_SECOND = 12;
/** Less is not acceptable. */
const LIMIT_PER_SECOND = 8;
const PAUSE_MS = 10;
const { values } = parseArgs({ options: { people: { type: "string", default: "100" }, check: { type: "boolean", default: false } } });
const count = Number(values.people);

const { product, database, token, stop } = await startNewProduct({});
try {
  const { Client } = library("packages/database", "pg");
  const client = new Client(database.url);
  await client.connect();
  await client.query(
    `INSERT INTO user_account (name, email, password_hash, weekdays, saturday, sunday, holidays, start_time, end_time)
     SELECT 'Pessoa ' || g, 'pessoa' || g || '@balcao.local', password_hash, true, true, true, true, '00:00', '23:59'
     FROM user_account, generate_series(1, $1::int) g WHERE id = 1`,
    [count],
  );
  await client.end();

  const port = Number(new URL(product.origin).port);
  const statuses = new Map();
  const bodies = [];
  for (let n = 1; n <= count; n += 1) bodies.push(await loginBody(product.origin, `pessoa${n}@balcao.local`, PASSWORD));
  const connections = await Promise.all(bodies.map(() => openConnection(port)));
  const signIn = async (body, place) => {
    const at = clock();
    const { status } = await connections[place].send(toRequest("POST", "/api/auth/login", [], body));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return clock() - at;
  };
  let isOver = false;
  const readOn = async () => {
    const times = [];
    const connection = await openConnection(port);
    const request = toRequest("GET", "/api/queue", [`Authorization: Bearer ${token}`]);
    while (!isOver) {
      const at = clock();
      await connection.send(request);
      times.push(clock() - at);
      await sleep(PAUSE_MS);
    }
    connection.close();
    return times;
  };

  const before = cpuTimes({ product, database });
  const begin = clock();
  const reading = readOn();
  const times = await Promise.all(bodies.map(signIn));
  const elapsedMs = clock() - begin;
  isOver = true;
  for (const connection of connections) connection.close();
  const reads = summary(await reading);
  const after = cpuTimes({ product, database });
  const perSecond = (count * 1_000) / elapsedMs;
  const cores = before && after ? ((after.api - before.api) / elapsedMs).toFixed(2) : "unknown";
  const cost = before && after ? `${((after.api - before.api) / count).toFixed(0)} ms` : "unknown";
  console.log(
    `${count} sign-ins at once: ${perSecond.toFixed(1)}/s (goal ≥ ${GOAL_PER_SECOND}, not acceptable below ${LIMIT_PER_SECOND}), last after ${(summary(times).max / 1_000).toFixed(1)} s, ` +
      `answers ${JSON.stringify(Object.fromEntries(statuses))}; the api used ${cores} cores, ${cost} per sign-in; ` +
      `another person's calls meanwhile: p50 ${reads.p50.toFixed(0)} ms, p95 ${reads.p95.toFixed(0)} ms`,
  );
  if (values.check && (perSecond < LIMIT_PER_SECOND || statuses.get(200) !== count)) process.exitCode = 1;
} finally {
  await stop();
}
