// node bench/capacity.mjs [--apis=1] [--workers=1] [--screens=500] [--numbers=200] [--rates=25,50,100,200,400] [--seconds=20]
// A company at work: customers write to many numbers at a rising rate, and every message must reach the screens of its queue's agents. Prints for
// each rate what the parts used and which one gave way first. More processes than the machine has cores share them, and say less.
import { randomBytes } from "node:crypto";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createQueues, linkNumbers, openEverybody } from "./lib/company.mjs";
import { cpuTimes } from "./lib/cpuTime.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { residentBytes } from "./lib/product.mjs";

const CUSTOMERS_EACH = 20;
/** A rate is carried when every message is on its screens within this time after the last one. */
const LAST_MS = 5_000;

const { values } = parseArgs({
  options: {
    apis: { type: "string", default: "1" },
    workers: { type: "string", default: "1" },
    screens: { type: "string", default: "500" },
    numbers: { type: "string", default: "200" },
    rates: { type: "string", default: "25,50,100,200,400" },
    seconds: { type: "string", default: "20" },
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
  const { product, database, call, link, stop } = await startNewProduct({ meow: { url: gateway.url, adminToken } });
  stops.push(stop);
  const stage = { product, database };
  const origins = [product.origin];
  while (origins.length < apis) origins.push(await product.addApi());
  while (product.workers.length < workers) await product.addWorker();

  const queues = await createQueues(call);
  const began = clock();
  await linkNumbers({ gateway, link, queues, numbers });
  console.log(`${numbers} numbers linked in ${((clock() - began) / 1_000).toFixed(0)} s`);
  const screens = await openEverybody({ call, queues, origins, screens: screenCount });
  stops.push(() => screens.close());
  await sleep(5_000);

  const idle = await usedBy(stage, () => sleep(10_000));
  console.log(
    `${screenCount} screens, ${numbers} numbers, ${apis} api, ${workers} worker, ${os.cpus().length} cores\n\n` +
      "| messages/s | on the screens: p50 · p95 | late or lost | api | worker | database | generator | load |\n|---|---|---|---|---|---|---|---|",
  );
  console.log(`| 0 | | | ${sharesOf(idle)} |`);
  let key = 0;
  for (const rate of rates) {
    const sentAt = new Map();
    const arrivals = [];
    const expected = rate * seconds * (screenCount / queues.length);
    const used = await usedBy(stage, async () => {
      await sendSome({ rate, first: key, sentAt });
      for (const deadline = clock() + LAST_MS; arrivals.length < expected && clock() < deadline; await sleep(100))
        arrivals.push(...timesOf(await screens.take(), sentAt));
    });
    key += rate * seconds;
    const { p50, p95 } = summary(arrivals);
    console.log(
      `| ${rate} | ${p50?.toFixed(0)} · ${p95?.toFixed(0)} ms | ${expected - arrivals.length} of ${expected} | ${sharesOf(used)} |`,
    );
    if (arrivals.length < expected) break;
  }
  const megabytes = (parts) => parts.map(({ pid }) => `${(residentBytes(pid) / 2 ** 20).toFixed(0)} MB`).join(", ");
  console.log(`\nmemory: api ${megabytes(product.apis)}; worker ${megabytes(product.workers)}`);
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Sends a rate's messages from customers of all numbers in turn; `sentAt` gets the instant of each by its key. */
async function sendSome({ rate, first, sentAt }) {
  const tokens = gateway.control.state().users.map(({ token }) => token);
  const begin = clock();
  for (let n = 0; n < rate * seconds; n += 1) {
    await sleep(Math.max(0, begin + (n * 1_000) / rate - clock()));
    const key = first + n;
    const token = tokens[key % tokens.length];
    const customer = `5511${900_000_000 + (key % (tokens.length * CUSTOMERS_EACH))}`;
    sentAt.set(key, clock());
    gateway.control.inbound({ token, from: customer, text: `#${key}# Bom dia` });
  }
}

/** Milliseconds from sending to arrival of what was sent at this rate; later arrivals of the one before are not counted. */
function timesOf({ arrivals }, sentAt) {
  const times = [];
  for (let n = 0; n < arrivals.length; n += 2) if (sentAt.has(arrivals[n])) times.push(arrivals[n + 1] - sentAt.get(arrivals[n]));
  return times;
}

async function usedBy(stage, work) {
  const [before, begin] = [cpuTimes(stage), clock()];
  await work();
  const [after, elapsedMs] = [cpuTimes(stage), clock() - begin];
  return Object.fromEntries(Object.keys(after).map((part) => [part, (100 * (after[part] - before[part])) / elapsedMs]));
}

/** Shares of one core, in percent. */
function sharesOf(used) {
  const share = (part) => `${used[part].toFixed(0)} %`;
  return `${["api", "worker", "database", "generator"].map(share).join(" | ")} | ${os.loadavg()[0].toFixed(1)}`;
}
