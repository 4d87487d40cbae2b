// node bench/restarts.mjs [--proxy=nginx|caddy] [--websocket=50] [--polling=20] [--settle=6]
// Restarts two apis behind a proxy one after the other, then reloads and restarts the proxy, while customers write: whether every socket hears
// every message once, and how long it is away. The proxy runs with its file of deploy/proxy; Debian has both programs.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { freePort } from "../scripts/infra/ports.mjs";
import { createQueues, linkNumbers } from "./lib/company.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { makeCertificate, startProxy } from "./lib/proxies.mjs";
import { openResumingSocket } from "./lib/resumingSocket.mjs";

const { values } = parseArgs({
  options: {
    proxy: { type: "string", default: "nginx" },
    websocket: { type: "string", default: "50" },
    polling: { type: "string", default: "20" },
    settle: { type: "string", default: "6" },
  },
});
const SETTLED_MS = Number(values.settle) * 1_000;
const PAUSE_MS = 100;
const HEARD_LIMIT_MS = 30_000;
const FROM = "5511900000001";

const folder = process.env.BALCAO_PROXY_FOLDER ?? fs.mkdtempSync(path.join(os.tmpdir(), "balcao-proxy-"));
if (process.env.BALCAO_PROXY_FOLDER === undefined) {
  // Node.js trusts a further certificate only when it is named before the start.
  const { certificate } = makeCertificate(folder);
  const env = { ...process.env, BALCAO_PROXY_FOLDER: folder, NODE_EXTRA_CA_CERTS: certificate };
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit", env });
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit(status ?? 1);
}

const { startWuzapi } = await built("packages/simulators", "wuzapi");
const adminToken = randomBytes(24).toString("base64url");
const gateway = await startWuzapi({ adminToken, retry: { enabled: true, attempts: 10, delayMs: 250 } });
const stops = [() => gateway.close()];
try {
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const more = { PUBLIC_URL: origin, WEBHOOK_BASE_URL: origin, TRUST_PROXY: "1" };
  const { product, database, call, token, link, stop } = await startNewProduct({ meow: { url: gateway.url, adminToken }, more });
  stops.push(stop);
  const apiPorts = [product.port, Number(new URL(await product.addApi()).port)];
  const files = { certificate: path.join(folder, "certificate.pem"), key: path.join(folder, "key.pem") };
  const proxy = await startProxy(values.proxy, { folder, port, apiPorts, ...files });
  stops.push(() => proxy.stop());
  await linkNumbers({ gateway, link, queues: await createQueues(call), numbers: 1 });
  const [{ token: number }] = gateway.control.state().users;
  const ticketId = await openTicket(call, number);
  const sockets = await openSockets({ origin, token, ticketId });
  stops.push(() => Object.values(sockets).forEach((each) => each.forEach((socket) => socket.close())));

  const traffic = startTraffic(number);
  await sleep(SETTLED_MS);
  for (const place of [0, 1]) {
    await product.restart(product.apis, place);
    await sleep(SETTLED_MS);
  }
  proxy.reload();
  await sleep(SETTLED_MS);
  await proxy.restart();
  await sleep(SETTLED_MS);
  await traffic.stop();
  await gateway.control.idle();
  const stored = await readStored(database.url, ticketId);
  await untilAllHave(Object.values(sockets).flat(), stored);
  console.log(
    `${proxy.version}: each api restarted, the proxy reloaded and restarted; ${traffic.written()} messages written, ${stored.size} stored`,
  );
  for (const [transport, each] of Object.entries(sockets)) report(transport, each, stored);
} finally {
  for (const each of stops.reverse()) await each();
}

/** Has a customer write, and opens the ticket for the administrator. */
async function openTicket(call, token) {
  gateway.control.inbound({ token, from: FROM, text: "Bom dia" });
  for (const deadline = Date.now() + HEARD_LIMIT_MS; Date.now() < deadline; await sleep(PAUSE_MS)) {
    const { tickets } = await call("GET", "/tickets?status=pending&showAll=true&pageNumber=1");
    if (tickets.length > 0) return (await call("PUT", `/tickets/${tickets[0].id}`, { status: "open", userId: 1 })).id;
  }
  throw new Error("the ticket did not come");
}

async function openSockets(options) {
  const sockets = {};
  for (const transport of ["websocket", "polling"]) {
    sockets[transport] = Array.from({ length: Number(values[transport]) }, () => openResumingSocket({ ...options, transport }));
    await Promise.all(sockets[transport].map(({ isOpen }) => isOpen));
  }
  return sockets;
}

/** A customer who writes ten times a second. The gateway repeats what is not accepted, as WuzAPI does. */
function startTraffic(token) {
  let n = 0;
  let isStopped = false;
  const run = async () => {
    for (; !isStopped; await sleep(PAUSE_MS)) gateway.control.inbound({ token, from: FROM, text: `#${n++}#` });
  };
  const running = run();
  return {
    written: () => n,
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

/** The texts of the customer that are stored, once everything received is applied. */
async function readStored(connectionString, ticketId) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const waiting = async () => (await client.query("SELECT count(*)::int AS n FROM inbound_event WHERE state = 0")).rows[0].n;
  for (const deadline = Date.now() + HEARD_LIMIT_MS; (await waiting()) > 0 && Date.now() < deadline;) await sleep(PAUSE_MS);
  const { rows } = await client.query("SELECT body FROM message WHERE ticket_id = $1 AND body LIKE '#%#'", [ticketId]);
  await client.end();
  return new Set(rows.map(({ body }) => body));
}

async function untilAllHave(sockets, stored) {
  const hasAll = ({ heard }) => [...stored].every((body) => heard.has(body));
  for (const deadline = Date.now() + HEARD_LIMIT_MS; !sockets.every(hasAll) && Date.now() < deadline;) await sleep(PAUSE_MS);
}

function report(transport, sockets, stored) {
  const sum = (count) => sockets.reduce((total, socket) => total + count(socket), 0);
  const lost = sum(({ heard }) => [...stored].filter((body) => !heard.has(body)).length);
  const doubled = sum(({ heard }) => [...heard].filter(([body, times]) => stored.has(body) && times > 1).length);
  const { p50, max } = summary(sockets.flatMap((socket) => socket.facts().absences));
  const seconds = (ms) => (ms / 1_000).toFixed(1);
  console.log(
    `${sockets.length} by ${transport}: ${sum(({ heard }) => [...heard.keys()].filter((body) => stored.has(body)).length)} heard, ${lost} lost, ${doubled} doubled, ` +
      `${sum((socket) => socket.facts().resyncs)} resyncs; cut off ${sum((socket) => socket.facts().cuts)} times, away ${seconds(p50)} s, ${seconds(max)} s at most`,
  );
  if (lost > 0 || doubled > 0) process.exitCode = 1;
}
