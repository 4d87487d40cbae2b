// node tools/bench/outbound.mjs [--numbers=200] [--clients=16] [--seconds=20] [--statements] [--profile]
// Texts of attendants, from the call that sends one to the gateway's request: how many a second the product hands over when no number's own pace
// holds it back. Each number of WuZAPI may send 20 at once and 2 a second from then on, so that 200 of them allow more than is measured.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { closedLoop } from "./lib/closedLoop.mjs";
import { createQueues, linkNumbers } from "./lib/company.mjs";
import { cpuTimes } from "./lib/cpuTime.mjs";
import { toRequest } from "./lib/httpConnection.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { COUNTED, countStatements } from "./lib/statements.mjs";

const GOAL_PER_SECOND = 300;
/** Less is not acceptable. */
const LIMIT_PER_SECOND = 200;
/** The gateway must have everything within this time after the last call. */
const LAST_MS = 20_000;
/** The gateway reports within this time that a text was delivered. */
const RECEIPTS_MS = 500;
/** Texts of each number before anything is measured, and the longest time for them. */
const WARM_UP_EACH = 10;
const WARM_UP_MS = 60_000;
const SEND = "/chat/send/text";

const { values } = parseArgs({
  options: {
    numbers: { type: "string", default: "200" },
    clients: { type: "string", default: "16" },
    seconds: { type: "string", default: "20" },
    statements: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
  },
});
const [numbers, clients, seconds] = [values.numbers, values.clients, values.seconds].map(Number);

const { startWuzapi } = await built("packages/simulators", "wuzapi");
const adminToken = randomBytes(24).toString("base64url");
const gateway = await startWuzapi({ adminToken });
const stops = [() => gateway.close()];
try {
  const more = { RATE_LIMIT_PER_MINUTE: "1000000" };
  const settings = values.statements ? COUNTED : {};
  const { product, database, token, call, link, stop } = await startNewProduct({
    meow: { url: gateway.url, adminToken },
    more,
    settings,
    profile: values.profile,
  });
  stops.push(stop);
  await linkNumbers({ gateway, link, queues: await createQueues(call), numbers });
  const tickets = await openTickets(call);
  console.log(
    `${numbers} numbers, ${tickets.length} open tickets, ${clients} clients for ${seconds} s, after ${WARM_UP_EACH} texts of each and VACUUM ANALYZE`,
  );

  const port = Number(new URL(product.origin).port);
  const toCall = (n, body) => ({
    bytes: toRequest("POST", `/api/messages/${tickets[n % tickets.length]}`, [`Authorization: Bearer ${token}`], JSON.stringify({ body })),
  });
  let warmedUp = 0;
  const isWarm = () => warmedUp >= WARM_UP_EACH * tickets.length;
  await closedLoop({ port, clients, warmUpMs: 0, forMs: WARM_UP_MS, isOver: isWarm, next: () => toCall(warmedUp++, "Bom dia") });
  await takeStock(database);
  const statements = values.statements ? await countStatements(database) : null;
  if (statements) stops.push(() => statements.stop());
  await statements?.reset();
  const calledAt = [];
  const next = () => {
    const key = calledAt.push(Date.now()) - 1;
    return toCall(key, `#${key}# Bom dia`);
  };
  const handedAt = new Map();
  const stage = { product, database };
  const before = cpuTimes(stage);
  const watching = watchGateway(handedAt);
  stops.push(() => watching.stop());
  const { p50, p95, refused } = await closedLoop({ port, clients, warmUpMs: 0, forMs: seconds * 1_000, next });
  for (const deadline = Date.now() + LAST_MS; handedAt.size < calledAt.length && Date.now() < deadline;) await sleep(50);
  await untilNothingIsDue(database);
  const after = cpuTimes(stage);

  const times = [...handedAt].map(([key, at]) => at - calledAt[key]);
  const perSecond = handedAt.size / ((Math.max(...handedAt.values()) - calledAt[0]) / 1_000);
  const way = summary(times);
  const each = ["api", "worker", "database", "generator"].map((part) => ((after[part] - before[part]) / calledAt.length).toFixed(1));
  console.log(
    `${calledAt.length} called (${refused} refused; answered p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)} ms), ${handedAt.size} at the gateway, ${watching.doubled()} of them twice: ` +
      `${perSecond.toFixed(0)}/s, goal ${GOAL_PER_SECOND}/s, not acceptable below ${LIMIT_PER_SECOND}/s; from call to gateway p50 ${way.p50.toFixed(0)}, p95 ${way.p95.toFixed(0)} ms; ` +
      `processor ms each, api · worker · database · clients and gateway of the bench: ${each.join(" · ")}`,
  );
  await statements?.print("time", 20);
} finally {
  for (const stop of stops.reverse()) await stop();
}

/**
 * Does what autovacuum does within a minute of such a start, once nothing is due any more: plans made for empty tables read them whole,
 * and a day's first thousand texts are not what is measured.
 */
async function takeStock(database) {
  await untilNothingIsDue(database);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("VACUUM ANALYZE");
  await client.end();
}

/** Waits until all texts are sent and their receipts applied, which are part of what a text costs. */
async function untilNothingIsDue(database) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const due = `SELECT FROM outbox WHERE state IN ('queued', 'handed') UNION ALL SELECT FROM inbound_event WHERE state = 0 LIMIT 1`;
  const deadline = Date.now() + LAST_MS;
  do await sleep(RECEIPTS_MS);
  while ((await client.query(due)).rowCount > 0 && Date.now() < deadline);
  await client.end();
}

/** Has a customer of each number write, and opens their tickets for the administrator; returns the tickets' ids. */
async function openTickets(call) {
  const tokens = gateway.control.state().users.map((user) => user.token);
  for (const [n, token] of tokens.entries()) gateway.control.inbound({ token, from: `5511${900_000_000 + n}`, text: "Bom dia" });
  const opened = [];
  for (const deadline = Date.now() + 60_000; opened.length < tokens.length && Date.now() < deadline;) {
    const { tickets } = await call("GET", "/tickets?status=pending&showAll=true&pageNumber=1");
    for (const { id } of tickets) {
      const { status } = await call("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
      if (status === "open") opened.push(id);
    }
    if (tickets.length === 0) await sleep(100);
  }
  if (opened.length < tokens.length) throw new Error(`only ${opened.length} of ${tokens.length} tickets were opened within a minute`);
  return opened;
}

/** Notes when the gateway got each text, by the key in it. The gateway keeps its last 5,000 requests, so it is asked often. */
function watchGateway(handedAt) {
  const seen = new WeakSet();
  let doubles = 0;
  const look = () => {
    for (const entry of gateway.control.log()) {
      if (seen.has(entry)) continue;
      seen.add(entry);
      const key = entry.kind === "request" && entry.path === SEND ? Number(/#(\d+)#/.exec(entry.body?.Body)?.[1] ?? NaN) : NaN;
      if (Number.isNaN(key)) continue;
      if (handedAt.has(key)) doubles += 1;
      else handedAt.set(key, entry.at);
    }
  };
  const timer = setInterval(look, 250);
  return { stop: () => clearInterval(timer), doubled: () => (look(), doubles) };
}
