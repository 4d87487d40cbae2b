// node tools/bench/fullDisk.mjs [--megabytes=1200] [--seconds=30]        as root, because it mounts a small file system
// Runs npm start on a file system of its own and fills it to the last byte, while a customer writes and an attendant answers: what was refused
// with which answer, whether anything confirmed was lost, and how soon all goes on when there is room again.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { freePort } from "../../scripts/infra/ports.mjs";
import { spawnGuarded, stopProcess } from "../../scripts/infra/processes.mjs";
import { PASSWORD } from "./lib/people.mjs";
import { ROOT } from "./lib/place.mjs";
import { signIn } from "./lib/sessions.mjs";

const { values } = parseArgs({ options: { megabytes: { type: "string", default: "1200" }, seconds: { type: "string", default: "30" } } });
const EMAIL = "admin@balcao.local";
const START_LIMIT_MS = 180_000;
const AGAIN_LIMIT_MS = 120_000;
const FROM = "5511900000001";

const disk = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-disk-"));
execFileSync("mount", ["-t", "tmpfs", "-o", `size=${values.megabytes}m,mode=755`, "tmpfs", disk]);
const dataDir = path.join(disk, "data");
const filler = path.join(disk, "filler");
const stops = [() => execFileSync("umount", ["-l", disk]), () => fs.rmdirSync(disk)];
try {
  const { url, meowUrl, databaseUrl, stop } = await startAll();
  stops.unshift(stop);
  const { call, number, ticketId } = await openConversation(url, meowUrl);
  const traffic = startTraffic({ call, meowUrl, number, ticketId });
  await sleep(3_000);
  traffic.phase("full");
  for (const until = Date.now() + Number(values.seconds) * 1_000; Date.now() < until; await sleep(100)) fill();
  fs.rmSync(filler);
  const freedAt = Date.now();
  traffic.phase("room");
  await traffic.untilBothGoOn();
  console.log(`all went on ${((Date.now() - freedAt) / 1_000).toFixed(1)} s after there was room again`);
  await sleep(3_000);
  await traffic.stop();
  console.log(JSON.stringify(traffic.answers, null, 2));
  const { lost, doubled } = await compare(databaseUrl, traffic.confirmed);
  console.log(`confirmed: ${traffic.confirmed.size}, of which lost: ${lost.length}, stored twice: ${doubled.length}`);
  if (lost.length > 0 || doubled.length > 0) process.exitCode = 1;
} finally {
  for (const each of stops) await each();
}

/** Starts everything as npm start does. */
async function startAll() {
  const [port, phonePort] = [await freePort(), await freePort()];
  const more = { PORT: String(port), PHONE_PORT: String(phonePort), DATA_DIR: dataDir, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD };
  const env = { ...process.env, ...more, RATE_LIMIT_PER_MINUTE: "100000" };
  const child = spawnGuarded(process.execPath, [path.join(ROOT, "scripts/start.mjs")], { env, stdio: "inherit" });
  const run = path.join(dataDir, "run.json");
  for (const deadline = Date.now() + START_LIMIT_MS; !fs.existsSync(run); await sleep(200))
    if (Date.now() > deadline || child.exitCode !== null) throw new Error("Balcão did not start");
  return { ...JSON.parse(fs.readFileSync(run, "utf8")), stop: () => stopProcess(child, "SIGINT", 60_000) };
}

/** Takes what is free, byte by byte at the end. */
function fill() {
  const handle = fs.openSync(filler, "a");
  try {
    for (const size of [2 ** 20, 4_096, 1]) fillBy(handle, Buffer.alloc(size, 1));
  } finally {
    fs.closeSync(handle);
  }
}

function fillBy(handle, bytes) {
  try {
    for (;;) if (fs.writeSync(handle, bytes) < bytes.length) return;
  } catch (error) {
    if (error.code !== "ENOSPC") throw error;
  }
}

/** Asks the simulated gateway for something, or reads it. */
async function control(meowUrl, name, body) {
  const init = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(`${meowUrl}/__ctl/${name}`, init)).json();
}

/** Links a number and opens the ticket of a customer who wrote. `call` answers with the status and the body, 0 without an answer. */
async function openConversation(url, meowUrl) {
  const token = await signIn(url, EMAIL, PASSWORD);
  const call = async (method, at, body) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    try {
      const answer = await fetch(`${url}/api${at}`, { method, headers, body: body && JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return { status: 0, body: {} };
    }
  };
  const queue = (await call("POST", "/queue", { name: "Vendas", color: "#236681" })).body;
  await call("POST", "/whatsapp", { name: "Loja", api: "meow", queueIds: [queue.id] });
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(500)) {
    const [user] = (await control(meowUrl, "state")).users;
    if (user?.loggedIn) {
      await control(meowUrl, "inbound", { token: user.token, from: FROM, text: "Bom dia" });
      const { tickets = [] } = (await call("GET", "/tickets?status=pending&showAll=true&pageNumber=1")).body;
      if (tickets.length > 0) {
        await call("PUT", `/tickets/${tickets[0].id}`, { status: "open", userId: 1 });
        return { call, number: user.token, ticketId: tickets[0].id };
      }
    } else if (user?.hasQr) await control(meowUrl, "scan", { token: user.token }).catch(() => undefined);
  }
  throw new Error("the conversation did not open within a minute");
}

/** Has the customer write and the attendant answer until `stop()`. `confirmed` are the texts that were confirmed. */
function startTraffic({ call, meowUrl, number, ticketId }) {
  const answers = {};
  const confirmed = new Set();
  let phase = "before";
  let isStopped = false;
  let wentOn = new Set();
  const note = (what, outcome, text, isConfirmed) => {
    const key = `${phase}, ${what}: ${outcome}`;
    answers[key] = (answers[key] ?? 0) + 1;
    if (!isConfirmed) return;
    confirmed.add(text);
    wentOn.add(what);
  };
  let n = 0;
  const loop = async (work) => {
    for (; !isStopped; await sleep(100)) await work(`#${n++}#`);
  };
  const loops = [
    loop(async (text) => {
      const { attempt } = await control(meowUrl, "inbound", { token: number, from: FROM, text }).catch(() => ({ attempt: "no gateway" }));
      note("customer", attempt, text, attempt === "accepted");
    }),
    loop(async (text) => {
      const { status } = await call("POST", `/messages/${ticketId}`, { body: text });
      note("attendant", status, text, status === 200);
    }),
  ];
  return {
    answers,
    confirmed,
    phase: (name) => {
      phase = name;
      wentOn = new Set();
    },
    untilBothGoOn: async () => {
      for (const deadline = Date.now() + AGAIN_LIMIT_MS; wentOn.size < 2; await sleep(20))
        if (Date.now() > deadline) throw new Error(`only ${[...wentOn].join()} went on: ${JSON.stringify(answers)}`);
    },
    stop: () => {
      isStopped = true;
      return Promise.all(loops);
    },
  };
}

/** Compares what was confirmed with the messages, once everything is applied. */
async function compare(databaseUrl, confirmed) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const waiting = async () => (await client.query("SELECT count(*)::int AS n FROM inbound_event WHERE state = 0")).rows[0].n;
  for (const deadline = Date.now() + AGAIN_LIMIT_MS; (await waiting()) > 0 && Date.now() < deadline;) await sleep(100);
  const { rows } = await client.query("SELECT body FROM message");
  await client.end();
  const times = (text) => rows.filter(({ body }) => body.includes(text)).length;
  const all = [...confirmed];
  return { lost: all.filter((text) => times(text) === 0), doubled: all.filter((text) => times(text) > 1) };
}
