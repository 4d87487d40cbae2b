// node tools/bench/soak.mjs [--hours=8] [--numbers=10] [--inbound=5] [--outbound=2] [--screens=50] [--customers=500] [--faults=30,120] [--seed=1]
// F-20: a company at work for hours, with a fault at random moments: a worker or an api killed, every connection of the database ended, Redis
// emptied. Prints a line a minute and, at the end, what was lost or doubled, and how memory, open files, tables and times have grown.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { createQueues, linkNumbers, openEverybody } from "./lib/company.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { residentBytes } from "./lib/product.mjs";
import { createRandom } from "./lib/random.mjs";
import { createFaults } from "./lib/soakFaults.mjs";
import { createLedger } from "./lib/soakLedger.mjs";
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

const TABLES = `SELECT sum(pg_total_relation_size(c.oid))::bigint AS bytes,
    sum(s.n_dead_tup)::float / greatest(sum(s.n_live_tup + s.n_dead_tup), 1) AS "deadShare"
  FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid`;

/** Each must find nothing (reliability plan, section 3.4). */
const RULES = {
  "two live tickets of a contact": `SELECT 1 FROM ticket WHERE status <> 'closed' GROUP BY contact_id, connection_id HAVING count(*) > 1`,
  "a message of another connection's ticket": `SELECT 1 FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.connection_id <> t.connection_id LIMIT 1`,
  "an event that waits for a minute": `SELECT 1 FROM inbound_event WHERE state = 0 AND received_at < now() - interval '1 minute' LIMIT 1`,
  "a send that waits for a minute": `SELECT 1 FROM outbox o JOIN connection c ON c.id = o.connection_id
    WHERE o.state IN ('queued', 'handed') AND c.status = 'CONNECTED' AND greatest(o.not_before, o.created_at) < now() - interval '1 minute' LIMIT 1`,
  "a sent row without its message": `SELECT 1 FROM outbox WHERE state = 'sent' AND message_id IS NULL LIMIT 1`,
  "a message stored twice": `SELECT 1 FROM message WHERE external_id IS NOT NULL GROUP BY connection_id, chat, from_me, external_id HAVING count(*) > 1 LIMIT 1`,
};

/** The rules that are broken now, by name. */
async function violations(client) {
  const broken = [];
  for (const [name, text] of Object.entries(RULES)) if ((await client.query(text)).rows.length > 0) broken.push(name);
  return broken;
}

function measureProcesses({ apis, workers }) {
  const megabytes = ([{ pid }]) => Math.round(residentBytes(pid) / 2 ** 20);
  const files = ([{ pid }]) => (fs.existsSync(`/proc/${pid}/fd`) ? fs.readdirSync(`/proc/${pid}/fd`).length : null);
  return { apiMb: megabytes(apis), workerMb: megabytes(workers), apiFiles: files(apis), workerFiles: files(workers) };
}

async function measureTables(client) {
  const { rows } = await client.query(TABLES);
  return { bytes: Number(rows[0].bytes), deadShare: rows[0].deadShare };
}

/** How much the second half of the run differs from the first, after the first tenth, in which caches fill. */
function printGrowth(minutes) {
  const settled = minutes.slice(Math.ceil(minutes.length / 10));
  const half = Math.floor(settled.length / 2);
  if (half === 0) return;
  const meanOf = (part, name) => part.reduce((sum, minute) => sum + (minute[name] ?? 0), 0) / part.length;
  console.log("\n| what | first half | second half |\n|---|---|---|");
  for (const name of ["apiMb", "workerMb", "apiFiles", "workerFiles", "p95", "deadShare"])
    console.log(`| ${name} | ${meanOf(settled.slice(0, half), name).toFixed(2)} | ${meanOf(settled.slice(half), name).toFixed(2)} |`);
  const [first, last] = [settled[0], settled.at(-1)];
  console.log(`tables: ${(first.bytes / 2 ** 20).toFixed(0)} MB, at the end ${(last.bytes / 2 ** 20).toFixed(0)} MB`);
}

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
