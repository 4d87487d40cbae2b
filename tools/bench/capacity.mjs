// node tools/bench/capacity.mjs [--apis=1] [--workers=1] [--screens=500] [--numbers=200] [--rates=25,50,100,200,400] [--seconds=20] [--first] [--statements] [--profile]
// A company at work: customers write to many numbers at a rising rate, and every message must reach the screens of its queue's agents. Prints for
// each rate what the parts used and which one gave way first. Each customer has written before; with --first every message is the first one of its
// customer. More processes than the machine has cores share them, and say less.
import { randomBytes } from "node:crypto";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createQueues, linkNumbers, openEverybody } from "./lib/company.mjs";
import { cpuPerAnswer, cpuTimes } from "./lib/cpuTime.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { residentBytes } from "./lib/product.mjs";
import { COUNTED, countStatements } from "./lib/statements.mjs";

const CUSTOMERS_EACH = 4;
/** Each customer writes so often before the measurement: the second message marks the answer to the first one as read. */
const WARM_UP_MESSAGES = 2;
const WARM_UP_RATE = 40;
const IDLE_MS = 10_000;
/** A rate is carried when every message is on its screens within this time after the last one. */
const LAST_MS = 5_000;
/** First messages are from customers of these numbers on. */
const NEW_CUSTOMERS = 1_000_000;

const { values } = parseArgs({
  options: {
    apis: { type: "string", default: "1" },
    workers: { type: "string", default: "1" },
    screens: { type: "string", default: "500" },
    numbers: { type: "string", default: "200" },
    rates: { type: "string", default: "25,50,100,200,400" },
    seconds: { type: "string", default: "20" },
    first: { type: "boolean", default: false },
    statements: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
  },
});
const [apis, workers, screenCount, numbers] = [values.apis, values.workers, values.screens, values.numbers].map(Number);
const rates = values.rates.split(",").map(Number);
const seconds = Number(values.seconds);

const { startWuzapi } = await built("packages/simulators", "wuzapi");
const adminToken = randomBytes(24).toString("base64url");
const gateway = await startWuzapi({ adminToken });
const stops = [() => gateway.close()];
try {
  const settings = values.statements ? COUNTED : {};
  const meow = { url: gateway.url, adminToken };
  const { product, database, call, link, stop } = await startNewProduct({ meow, settings, profile: values.profile });
  stops.push(stop);
  const stage = { product, database };
  const origins = [product.origin];
  while (origins.length < apis) origins.push(await product.addApi());
  while (product.workers.length < workers) await product.addWorker();

  const queues = await createQueues(call);
  const began = clock();
  await linkNumbers({ gateway, link, queues, numbers });
  console.log(`${numbers} numbers linked in ${((clock() - began) / 1_000).toFixed(0)} s`);
  const customers = numbers * CUSTOMERS_EACH;
  const customerOf = (key) => (values.first ? NEW_CUSTOMERS + key : key % customers);
  if (!values.first) {
    const messages = WARM_UP_MESSAGES * customers;
    await sendSome({ rate: WARM_UP_RATE, messages, first: 0, sentAt: new Map(), customerOf });
    console.log(`${customers} customers have written`);
  }
  const screens = await openEverybody({ call, queues, origins, screens: screenCount });
  stops.push(() => screens.close());
  await sleep(5_000);

  const statements = values.statements ? await countStatements(database) : null;
  if (statements) stops.push(() => statements.stop());
  const idle = await usedBy(stage, () => sleep(IDLE_MS));
  console.log(
    `${screenCount} screens, ${numbers} numbers, ${apis} api, ${workers} worker, ${os.cpus().length} cores; ${values.first ? "first" : "later"} messages\n\n` +
      "| messages/s | on the screens: p50 · p95 | late or lost | api | worker | database | generator | processor ms per message above idle: api · worker · database | load |\n|---|---|---|---|---|---|---|---|---|",
  );
  console.log(`| 0 | | | ${sharesOf(idle)} | | ${os.loadavg()[0].toFixed(1)} |`);
  await statements?.print("time", 12);
  let key = WARM_UP_MESSAGES * customers;
  for (const rate of rates) {
    const sentAt = new Map();
    const arrivals = [];
    const messages = rate * seconds;
    const expected = messages * (screenCount / queues.length);
    await statements?.reset();
    const used = await usedBy(stage, async () => {
      await sendSome({ rate, messages, first: key, sentAt, customerOf });
      for (const deadline = clock() + LAST_MS; arrivals.length < expected && clock() < deadline; await sleep(100))
        for (const ms of timesOf(await screens.take(), sentAt)) arrivals.push(ms);
    });
    key += messages;
    const { p50, p95 } = summary(arrivals);
    const each = ["api", "worker", "database"].map(
      (part) => (used.ms[part] - idle.ms[part] * (used.elapsedMs / idle.elapsedMs)) / messages,
    );
    console.log(
      `| ${rate} | ${p50?.toFixed(0)} · ${p95?.toFixed(0)} ms | ${expected - arrivals.length} of ${expected} | ${sharesOf(used)} | ${each.map((ms) => ms.toFixed(1)).join(" · ")} | ${os.loadavg()[0].toFixed(1)} |`,
    );
    await statements?.print("time", 30);
    if (arrivals.length < expected) break;
  }
  const megabytes = (parts) => parts.map(({ pid }) => `${(residentBytes(pid) / 2 ** 20).toFixed(0)} MB`).join(", ");
  console.log(`\nmemory: api ${megabytes(product.apis)}; worker ${megabytes(product.workers)}`);
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Sends a rate's messages to all numbers in turn; `sentAt` gets the instant of each by its key. */
async function sendSome({ rate, messages, first, sentAt, customerOf }) {
  const tokens = gateway.control.state().users.map(({ token }) => token);
  const begin = clock();
  for (let n = 0; n < messages; n += 1) {
    await sleep(Math.max(0, begin + (n * 1_000) / rate - clock()));
    const key = first + n;
    const customer = customerOf(key);
    sentAt.set(key, clock());
    gateway.control.inbound({ token: tokens[customer % tokens.length], from: `5511${900_000_000 + customer}`, text: `#${key}# Bom dia` });
  }
}

/** Milliseconds from sending to arrival of what was sent at this rate; later arrivals of the one before are not counted. */
function timesOf({ arrivals }, sentAt) {
  const times = [];
  for (let n = 0; n < arrivals.length; n += 2) if (sentAt.has(arrivals[n])) times.push(arrivals[n + 1] - sentAt.get(arrivals[n]));
  return times;
}

/** Processor time in milliseconds that each part used while `work` ran. */
async function usedBy(stage, work) {
  const [before, begin] = [cpuTimes(stage), clock()];
  await work();
  return { ms: cpuPerAnswer(before, cpuTimes(stage), 1), elapsedMs: clock() - begin };
}

/** Shares of one core, in percent. */
function sharesOf({ ms, elapsedMs }) {
  return ["api", "worker", "database", "generator"].map((part) => `${((100 * ms[part]) / elapsedMs).toFixed(0)} %`).join(" | ");
}
