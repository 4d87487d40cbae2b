// node tools/bench/rotation.mjs [--numbers=10] [--inbound=8] [--meta=4] [--outbound=3] [--customers=300] [--settle=8]
// Every secret of the installation gets a new value, one after the other, while customers write through WuzAPI and Meta and people answer: what was lost
// or doubled, how long a number of processes was away, and whether everything that is sealed can be opened when the earlier key is gone.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { createQueues, linkNumbers } from "./lib/company.mjs";
import { createMetaWebhooks, META_APP_SECRET, SIGNATURE, signAsMeta } from "./lib/metaWebhooks.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { built, ROOT } from "./lib/place.mjs";
import { createRandom } from "./lib/random.mjs";
import { createLedger } from "./lib/soakLedger.mjs";
import { answerAsTeam, writeAsCustomers } from "./lib/writing.mjs";

/** A worker seals anew every ten minutes. */
const RESEALED_LIMIT_MS = 13 * 60_000;
const STORED_LIMIT_MS = 120_000;
/** Meta's repeats, which come after minutes, are sooner here. */
const REPEAT_MS = 300;
/** Keys of Meta's messages in the ledger. */
const META_KEYS = 10_000_000;

const { values } = parseArgs({
  options: {
    numbers: { type: "string", default: "10" },
    inbound: { type: "string", default: "8" },
    meta: { type: "string", default: "4" },
    outbound: { type: "string", default: "3" },
    customers: { type: "string", default: "300" },
    settle: { type: "string", default: "8" },
  },
});
const [numbers, inbound, meta, outbound, customers, settle] = Object.values(values).map(Number);
const random = createRandom(1);
const newSecret = () => randomBytes(32).toString("base64url");

const { startWuzapi } = await built("packages/simulators", "wuzapi");
const phones = fs.mkdtempSync("/tmp/balcao-rotation-");
const startGateway = (adminToken, port) =>
  startWuzapi({ adminToken, ...(port && { port }), dataDir: phones, retry: { enabled: true, attempts: 20, delayMs: 500 } });
const firstToken = newSecret();
let gateway = await startGateway(firstToken);
const stops = [() => fs.rmSync(phones, { recursive: true, force: true }), () => gateway.close()];
try {
  const more = { META_VERIFY_TOKEN: newSecret() };
  const { product, database, messenger, call, link, stop } = await startNewProduct({
    meow: { url: gateway.url, adminToken: firstToken },
    more,
  });
  stops.push(stop);
  const client = new pg.Pool({ connectionString: database.adminUrl.replace(/\/postgres$/, "/balcao"), max: 2 });
  client.on("error", () => undefined);
  stops.push(() => client.end());
  await linkNumbers({ gateway, link, queues: await createQueues(call), numbers });
  const ofMeta = await createMetaWebhooks(client, { firstKey: META_KEYS });
  const { rows } = await client.query("SELECT id FROM connection WHERE api = 'cloud_api'");
  const ledger = createLedger();
  let [isOver, appSecret, refused, repeated] = [false, META_APP_SECRET, 0, 0];
  const over = () => isOver;
  const work = [
    writeAsCustomers({ gateway: () => gateway, ledger, random, perSecond: inbound, customers, isOver: over }),
    answerAsTeam({ call, ledger, random, perSecond: outbound, isOver: over, isOurs: ({ whatsappId }) => whatsappId !== rows[0].id }),
    writeThroughMeta(),
  ];

  const command = (name, ...args) => {
    const file = path.join(ROOT, "apps/api/dist/commands", `${name}.js`);
    return spawnSync(process.execPath, [file, ...args], { env: product.env, encoding: "utf8" });
  };
  const rotate = (name) => {
    const { status, stderr } = command("rotateSecrets", name);
    if (status !== 0) throw new Error(stderr);
  };
  const restart = async () => {
    const began = clock();
    await product.restart(product.apis, 0);
    const api = clock() - began;
    await product.restart(product.workers, 0);
    return { api, worker: clock() - began - api };
  };
  const steps = await stepsOf({ rotate, product, database, client, messenger });
  console.log("| new value of | api away | worker away | Meta: refused and repeated |\n|---|---|---|---|");
  for (const [name, change] of Object.entries(steps)) {
    const before = [refused, repeated];
    await change();
    const { api, worker } = await restart();
    await sleep(settle * 1_000);
    console.log(
      `| ${name} | ${(api / 1_000).toFixed(1)} s | ${(worker / 1_000).toFixed(1)} s | ${refused - before[0]}, ${repeated - before[1]} |`,
    );
  }
  const [began, left] = [clock(), () => command("rotateSecrets", "--forget-earlier")];
  let forgotten = left();
  for (; forgotten.status !== 0 && clock() - began < RESEALED_LIMIT_MS; forgotten = left()) await sleep(5_000);
  if (forgotten.status !== 0) throw new Error(`the earlier key is still needed: ${forgotten.stderr}`);
  console.log(`\nthe earlier key could be forgotten ${((clock() - began) / 1_000).toFixed(0)} s after the last step`);
  await restart();
  await sleep(settle * 2_000);
  isOver = true;
  await Promise.all(work);
  await gateway.control.idle();
  await untilStored(ledger, client);
  const verdict = await ledger.compare(client, gateway.control.state());
  const { rows: states } = await client.query("SELECT status, count(*)::int AS n FROM connection GROUP BY 1 ORDER BY 1");
  const { rows: parked } = await client.query("SELECT count(*)::int AS n FROM inbound_event WHERE state NOT IN (0, 1)");
  const secrets = Object.keys(steps).length;
  console.log(`${secrets} secrets: ${JSON.stringify(verdict)}; numbers: ${JSON.stringify(states)}; events not applied: ${parked[0].n}`);
  const { in: came, out } = verdict;
  if (came.lost + came.doubled + out.lost + out.doubled + out.unknown > 0) process.exitCode = 1;

  /** Sends Meta's webhooks, each until it is accepted, signed with what the app's secret is then. */
  async function writeThroughMeta() {
    const begin = clock();
    const under = [];
    for (let n = 0; !isOver; n += 1) {
      await sleep(Math.max(0, begin + (n * 1_000) / meta - clock()));
      const { key, body } = ofMeta.next();
      ledger.said(key, clock());
      under.push(deliver(body));
    }
    await Promise.all(under);
  }

  async function deliver(body) {
    for (;;) {
      const headers = { "Content-Type": "application/json", [SIGNATURE]: signAsMeta(appSecret, body) };
      const answer = await fetch(`${product.origin}/api/webhook/meta`, { method: "POST", headers, body }).catch(() => null);
      if (answer?.status === 200) return;
      if (answer !== null && answer.status < 500) refused += 1;
      repeated += 1;
      await sleep(REPEAT_MS);
    }
  }

  /** Each secret with what gives it a new value, on the other side first where there is one. */
  async function stepsOf({ rotate, product, database, client, messenger }) {
    const { secretNames } = await built("packages/platform", "secrets");
    const { env } = product;
    return {
      ...Object.fromEntries(secretNames.map((name) => [name, () => rotate(name)])),
      "the password in DATABASE_URL": async () => {
        const url = new URL(database.url);
        url.password = newSecret();
        await client.query(`ALTER ROLE ${url.username} PASSWORD '${url.password}'`);
        env.DATABASE_URL = url.href;
      },
      ...(messenger && {
        "the password in REDIS_URL": async () => {
          const url = new URL(env.REDIS_URL);
          const before = url.password;
          url.password = newSecret();
          await askRedis({ port: url.port, password: before, command: `CONFIG SET requirepass ${url.password}` });
          env.REDIS_URL = url.href;
        },
      }),
      MEOW_ADMIN_TOKEN: async () => {
        env.MEOW_ADMIN_TOKEN = newSecret();
        const { port } = new URL(gateway.url);
        await gateway.close();
        gateway = await startGateway(env.MEOW_ADMIN_TOKEN, Number(port));
      },
      META_APP_SECRET: async () => {
        appSecret = newSecret();
        env.META_APP_SECRET = appSecret;
      },
      META_VERIFY_TOKEN: async () => {
        env.META_VERIFY_TOKEN = newSecret();
      },
    };
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function untilStored(ledger, client) {
  for (const deadline = clock() + STORED_LIMIT_MS; clock() < deadline; await sleep(500)) {
    const { sent, stored } = await ledger.count(client);
    const { rows } = await client.query("SELECT count(*)::int AS n FROM outbox WHERE state IN ('queued', 'handed')");
    if (sent === stored && rows[0].n === 0) return;
  }
}

function askRedis({ port, password, command }) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: "127.0.0.1", port: Number(port) }, () => socket.write(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`));
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk));
    socket.once("error", reject);
    socket.once("close", () => (answer.includes("-") ? reject(new Error(answer)) : resolve()));
  });
}
