// node tools/bench/soak.mjs [--hours=8] [--numbers=10] [--inbound=5] [--outbound=2] [--screens=50] [--customers=500] [--faults=30,120] [--seed=1]
// F-20: a company at work for hours, with a fault at random moments: a worker or an api killed, every connection of the database ended, Redis
// emptied. Prints a line a minute and, at the end, what was lost or doubled, and how memory, open files, tables and times have grown.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { createQueues, linkNumbers, openEverybody } from "./lib/company.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { createRandom } from "./lib/random.mjs";
import { createFaults } from "./lib/soakFaults.mjs";
import { createLedger } from "./lib/soakLedger.mjs";
import { measureProcesses, measureTables, printGrowth, violations } from "./lib/soakMeasures.mjs";
import { answerAsTeam, writeAsCustomers } from "./lib/writing.mjs";

const MINUTE_MS = 60_000;
/** The storm of a fault has passed and retries have come after this time. */
const SETTLE_MS = 60_000;

const { values } = parseArgs({
  options: {
    hours: { type: "string", default: "8" },
    numbers: { type: "string", default: "10" },
    inbound: { type: "string", default: "5" },
    outbound: { type: "string", default: "2" },
    screens: { type: "string", default: "50" },
    customers: { type: "string", default: "500" },
    faults: { type: "string", default: "30,120" },
    seed: { type: "string", default: "1" },
  },
});
const [numbers, inbound, outbound, screenCount, customers] = ["numbers", "inbound", "outbound", "screens", "customers"].map((name) =>
  Number(values[name]),
);
const [soonest, latest] = values.faults.split(",").map(Number);
const random = createRandom(Number(values.seed));

const { startWuzapi } = await built("packages/simulators", "wuzapi");
const adminToken = randomBytes(24).toString("base64url");
const gateway = await startWuzapi({ adminToken, retry: { enabled: true, attempts: 10, delayMs: 500 } });
const stops = [() => gateway.close()];
try {
  const { product, database, messenger, call, link, stop } = await startNewProduct({ meow: { url: gateway.url, adminToken } });
  stops.push(stop);
  const client = new pg.Pool({ connectionString: database.adminUrl.replace(/\/postgres$/, "/balcao"), max: 2 });
  client.on("error", () => undefined);
  stops.push(() => client.end());
  const queues = await createQueues(call);
  await linkNumbers({ gateway, link, queues, numbers });
  let screens = await openEverybody({ call, queues, origins: [product.origin], screens: screenCount });
  stops.push(() => screens.close());
  const reopen = async () => {
    await screens.close();
    screens = await screens.again();
  };

  const ledger = createLedger();
  const faults = createFaults({ product, client, messenger, random, reopen });
  const end = clock() + Number(values.hours) * 60 * MINUTE_MS;
  const isOver = () => clock() >= end;
  const work = [
    writeAsCustomers({ gateway: () => gateway, ledger, random, perSecond: inbound, customers, isOver }),
    answerAsTeam({ call, ledger, random, perSecond: outbound, isOver }),
    faults.run({ soonest, latest, isOver }),
  ];

  console.log(
    "| minute | in: sent, stored | out: accepted | to the screens p50 · p95 | MB: api, worker | files: api, worker | dead rows | faults | violations |\n|---|---|---|---|---|---|---|---|---|",
  );
  const minutes = [];
  for (let minute = 1; !isOver(); minute += 1) {
    await sleep(Math.min(MINUTE_MS, Math.max(0, end - clock())));
    const { arrivals } = await screens.take();
    const { p50, p95 } = summary(ledger.timesOf(arrivals));
    const processes = measureProcesses(product);
    const tables = await measureTables(client);
    const broken = await violations(client);
    const { sent, stored } = await ledger.count(client);
    minutes.push({ ...processes, ...tables, p95, broken: broken.length });
    console.log(
      `| ${minute} | ${sent}, ${stored} | ${ledger.accepted.size} | ${p50?.toFixed(0) ?? "–"} · ${p95?.toFixed(0) ?? "–"} ms | ${processes.apiMb}, ${processes.workerMb} | ` +
        `${processes.apiFiles}, ${processes.workerFiles} | ${(tables.deadShare * 100).toFixed(1)} % | ${faults.take().join(", ") || "–"} | ${broken.join("; ") || "–"} |`,
    );
  }
  await Promise.all(work);
  await gateway.control.idle();
  await sleep(SETTLE_MS);
  const verdict = await ledger.compare(client, gateway.control.state());
  const broken = await violations(client);
  printGrowth(minutes);
  console.log(
    `\nseed ${values.seed}: ${JSON.stringify(verdict)}; ${faults.count()} faults; violations at the end: ${broken.join("; ") || "none"}`,
  );
  if (verdict.in.lost + verdict.in.doubled + verdict.out.lost + verdict.out.doubled + broken.length > 0) process.exitCode = 1;
} finally {
  for (const stop of stops.reverse()) await stop();
}
