// node tools/bench/liveReads.mjs [--rate=60] [--seconds=20] [--numbers=20]
// Every api reads every live event: what that costs an api on which nobody is interested, per event. One api has the traffic, one no
// screen, and one a screen of somebody whose queue has no number.
import { randomBytes } from "node:crypto";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { createQueues, linkNumbers } from "./lib/company.mjs";
import { cpuTimes } from "./lib/cpuTime.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { PASSWORD } from "./lib/people.mjs";
import { built } from "./lib/place.mjs";
import { openScreens } from "./lib/screens.mjs";
import { openSeal, signIn } from "./lib/sessions.mjs";

const REST_MS = 10_000;
const LAST_MS = 5_000;

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "60" },
    seconds: { type: "string", default: "20" },
    numbers: { type: "string", default: "20" },
  },
});
const [rate, seconds, numbers] = [values.rate, values.seconds, values.numbers].map(Number);

const { startWuzapi } = await built("packages/simulators", "wuzapi");
const adminToken = randomBytes(24).toString("base64url");
const gateway = await startWuzapi({ adminToken });
const stops = [() => gateway.close()];
try {
  const { product, database, call, link, stop } = await startNewProduct({ meow: { url: gateway.url, adminToken } });
  stops.push(stop);
  const client = new pg.Client({ connectionString: database.adminUrl.replace(/\/postgres$/, "/balcao") });
  await client.connect();
  stops.push(() => client.end());
  const queues = await createQueues(call);
  await linkNumbers({ gateway, link, queues: queues.slice(1), numbers });
  await product.addApi();
  const other = await product.addApi();
  const screens = await openScreens(other, [await personOf({ call, queue: queues[0], product })]);
  stops.push(() => screens.close());
  await write(0);
  await sleep(LAST_MS);

  const idle = await usedWhile(() => sleep(REST_MS));
  const before = await eventsOf(client);
  const busy = await usedWhile(async () => {
    await write(rate * seconds);
    await sleep(LAST_MS);
  });
  const events = (await eventsOf(client)) - before;
  console.log(
    `${events} live events of ${rate * seconds} messages, ${(events / seconds).toFixed(0)}/s; load ${os.loadavg()[0].toFixed(1)}\n`,
  );
  console.log("| api | at rest | with the events | processor ms per event |\n|---|---|---|---|");
  for (const [place, name] of ["with the webhooks, no screen", "no screen", "a screen of another queue"].entries()) {
    const [rest, work] = [idle.ms[place] / idle.elapsedMs, busy.ms[place] / busy.elapsedMs];
    const each = (busy.ms[place] - rest * busy.elapsedMs) / events;
    console.log(`| ${name} | ${(100 * rest).toFixed(1)} % | ${(100 * work).toFixed(1)} % | ${each.toFixed(3)} |`);
  }

  /** Processor time of each api while `work` runs. */
  async function usedWhile(work) {
    const read = () => product.apis.map((api) => cpuTimes({ product: { apis: [api], workers: [] }, database }).api);
    const [first, began] = [read(), clock()];
    await work();
    return { ms: read().map((now, place) => now - first[place]), elapsedMs: clock() - began };
  }

  async function write(messages) {
    const tokens = gateway.control.state().users.map(({ token }) => token);
    const customers = numbers * 10;
    const begin = clock();
    const warmUp = messages === 0 ? customers : messages;
    for (let n = 0; n < warmUp; n += 1) {
      await sleep(Math.max(0, begin + (n * 1_000) / rate - clock()));
      const customer = n % customers;
      gateway.control.inbound({ token: tokens[customer % tokens.length], from: `5511${900_000_000 + customer}`, text: "Bom dia" });
    }
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** A person of one queue; returns the bearer token. */
async function personOf({ call, queue, product }) {
  const seal = await openSeal(product.origin);
  const email = "pessoa@balcao.local";
  const hours = { weekdays: true, saturday: true, sunday: true, holidays: true, startTime: "00:00", endTime: "23:59" };
  await call("POST", "/users", {
    name: "Pessoa",
    email: seal("email", email),
    password: PASSWORD,
    profile: "user",
    queueIds: [queue.id],
    ...hours,
  });
  return signIn(product.origin, email, PASSWORD);
}

async function eventsOf(client) {
  return (await client.query("SELECT last_value::int AS n FROM live_event_id_seq")).rows[0].n;
}
