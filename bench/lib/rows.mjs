import { setTimeout as sleep } from "node:timers/promises";
import { closedLoop } from "./closedLoop.mjs";
import { cpuPerAnswer, cpuTimes } from "./cpuTime.mjs";
import { openConnection, toRequest } from "./httpConnection.mjs";
import { createMetaWebhooks } from "./metaWebhooks.mjs";
import { clock, sendSteadily } from "./openLoop.mjs";
import { emailOf, PASSWORD } from "./people.mjs";
import { summary } from "./percentiles.mjs";
import { contactSearches, messagePages, ticketLists } from "./questions.mjs";
import { ticketSearches } from "./searchQuestions.mjs";
import { loginBody } from "./sessions.mjs";
import { createWebhooks } from "./webhooks.mjs";

/** Clients for the percentiles; the highest rate is measured with more. */
const CLIENTS = 10;
const MANY_CLIENTS = 32;
const BACKLOG_LIMIT_MS = 60_000;
const BACKGROUND_PER_SECOND = 20;

/** Measures percentiles with ten clients and then the highest rate, after a warm-up in which the engine compiles hot functions. */
async function measure(stage, next) {
  const loop = (clients, forMs) => closedLoop({ port: stage.product.port, clients, warmUpMs: 500, forMs, next });
  await loop(MANY_CLIENTS, stage.warmUp * 1_000);
  const before = cpuTimes(stage);
  const atTen = await loop(CLIENTS, stage.seconds * 1_000);
  const cpu = cpuPerAnswer(before, cpuTimes(stage), atTen.sent);
  const many = await loop(MANY_CLIENTS, (stage.seconds * 1_000) / 2);
  return {
    ...atTen,
    cpu,
    most: Math.max(atTen.perSecond, many.perSecond),
    refused: atTen.refused + many.refused,
    wrong: atTen.wrong + many.wrong,
    checked: atTen.checked + many.checked,
  };
}

/** Runs `work` while twenty messages a second come in. */
async function withTraffic(stage, work) {
  const traffic = sendSteadily({
    port: stage.product.port,
    webhooks: stage.webhooks,
    perSecond: BACKGROUND_PER_SECOND,
  });
  try {
    return await work();
  } finally {
    await traffic.stop();
    await stage.screens.take();
  }
}

const reading = (questions) => (stage) =>
  withTraffic(stage, async () =>
    measure(
      stage,
      await questions({ client: stage.client, port: stage.product.port, people: stage.people, gzip: stage.gzip }, stage.meta.bigTicket),
    ),
  );

/** Milliseconds until every journalled event has been applied. */
async function drain({ client }) {
  const begin = clock();
  while (clock() - begin < BACKLOG_LIMIT_MS) {
    const { rows } = await client.query("SELECT EXISTS (SELECT FROM inbound_event WHERE state = 0) AS waits");
    if (!rows[0].waits) return clock() - begin;
    await sleep(50);
  }
  return Infinity;
}

async function webhooks(stage) {
  const result = await withTraffic(stage, () => measure(stage, () => stage.webhooks.next()));
  return { ...result, drainedMs: await drain(stage) };
}

/** Sends at a rate, and measures when each message was on each screen that must show it. */
async function onScreens(stage, { perSecond, forMs }) {
  await sendSteadily({
    port: stage.product.port,
    webhooks: stage.webhooks,
    perSecond: 100,
    forMs: stage.warmUp * 1_000,
  }).finished;
  await drain(stage);
  await stage.screens.take();
  const { rows } = await stage.client.query(`SELECT queue_id AS queue, count(*)::int AS n FROM user_queue GROUP BY 1`);
  const watchers = new Map(rows.map(({ queue, n }) => [queue, n]));
  const before = cpuTimes(stage);
  const sent = await sendSteadily({ port: stage.product.port, webhooks: stage.webhooks, perSecond, forMs }).finished;
  const drainedMs = await drain(stage);
  const cpu = cpuPerAnswer(before, cpuTimes(stage), sent.length);
  await sleep(500);
  const { arrivals, cuts } = await stage.screens.take();
  const accepted = sent.filter(({ status }) => status === 200);
  const byKey = new Map(accepted.map((delivery) => [delivery.key, delivery]));
  const times = [];
  for (let i = 0; i < arrivals.length; i += 2) {
    const delivery = byKey.get(arrivals[i]);
    if (delivery) times.push(Math.max(0, arrivals[i + 1] - delivery.acceptedAt));
  }
  const expected = accepted.reduce((sum, { queueId }) => sum + watchers.get(queueId), 0);
  const acceptance = summary(accepted.map(({ acceptedAt, dueAt }) => acceptedAt - dueAt));
  return {
    ...summary(times),
    // Deliveries that were sent late end after `forMs`. The rate then shows that it was not reached.
    perSecond: accepted.length / (Math.max(forMs, ...accepted.map(({ acceptedAt }) => acceptedAt - sent[0].dueAt)) / 1_000),
    answers: times.length,
    refused: sent.length - accepted.length,
    missing: expected - times.length,
    acceptedP95: acceptance.p95,
    drainedMs,
    cuts,
    cpu,
  };
}

/** Lists, pages and searches by ten clients who read for a moment between two calls, while ten people sign in at once, again and again. */
async function besideLogins(stage) {
  const { client, product, people, gzip, meta } = stage;
  const around = { client, port: product.port, people, gzip };
  const kinds = await Promise.all([ticketLists(around), messagePages(around, meta.bigTicket), contactSearches(around)]);
  let n = 0;
  const bodies = await Promise.all(people.slice(0, 10).map(({ id }) => loginBody(product.origin, emailOf(id), PASSWORD)));
  let isOver = false;
  let logins = 0;
  const signingIn = bodies.map(async (body) => {
    const request = toRequest("POST", "/api/auth/login", [], body);
    const connection = await openConnection(product.port);
    while (!isOver) {
      const { status } = await connection.send(request);
      if (status === 200) logins += 1;
    }
    connection.close();
  });
  const next = () => kinds[n++ % kinds.length]();
  const result = await withTraffic(stage, () =>
    closedLoop({
      port: product.port,
      clients: CLIENTS,
      warmUpMs: stage.warmUp * 1_000,
      forMs: stage.seconds * 1_000,
      next,
    }),
  );
  isOver = true;
  await Promise.all(signingIn);
  return { ...result, logins };
}

const screens150 = (stage) => onScreens(stage, { perSecond: 150, forMs: 60_000 / stage.shorter });
const screens300 = (stage) => onScreens(stage, { perSecond: 300, forMs: 20_000 / stage.shorter });
const screens400 = (stage) => onScreens(stage, { perSecond: 400, forMs: 20_000 / stage.shorter });

/** Webhooks at a steady rate; afterwards every message that was sent must be in a conversation, once. */
const intake = (createSource) => async (stage) => {
  const { port } = stage.product;
  const warmUp = await createSource(stage.client);
  await sendSteadily({ port, webhooks: warmUp, perSecond: 100, forMs: stage.warmUp * 1_000 }).finished;
  await drain(stage);
  const webhooks = await createSource(stage.client);
  const forMs = 30_000 / stage.shorter;
  const begin = clock();
  const sent = await sendSteadily({ port, webhooks, perSecond: 300, forMs }).finished;
  const end = clock();
  const accepted = sent.filter(({ status }) => status === 200);
  let stored = 0;
  while (stored < sent.length && clock() - end < BACKLOG_LIMIT_MS) {
    await sleep(200);
    stored = await webhooks.countStored();
  }
  return {
    ...summary(accepted.map(({ dueAt, acceptedAt }) => acceptedAt - dueAt)),
    perSecond: (sent.length * 1_000) / Math.max(forMs, end - begin),
    refused: sent.length - accepted.length,
    missing: sent.length - stored,
    drainedMs: clock() - end,
  };
};

/** The measured rows, with their goals and limits: a 95th percentile in milliseconds and a rate per second. */
export const ROWS = [
  {
    name: "lists",
    what: "first page of a ticket list, with its count",
    run: reading(ticketLists),
    goal: { p95: 20, most: 800 },
    limit: { p95: 40, most: 450 },
  },
  {
    name: "pages",
    what: "message page 1 and page 50 of the largest ticket",
    run: reading(messagePages),
    goal: { p95: 20, most: 800 },
    limit: { p95: 40, most: 450 },
  },
  {
    name: "contacts",
    what: "contact search",
    run: reading(contactSearches),
    goal: { p95: 60, most: 250 },
    limit: { p95: 100, most: 120 },
  },
  {
    name: "search",
    what: "search of tickets by what was said",
    run: reading(ticketSearches),
    goal: { p95: 150, most: 200 },
    limit: { p95: 300, most: 120 },
  },
  {
    name: "webhook",
    what: "webhook accepted and committed",
    run: webhooks,
    goal: { p95: 30, most: 600 },
    limit: { p95: 60, most: 300 },
    slow: { most: 300 },
  },
  {
    name: "screen150",
    what: "accepted → on a screen, 150/s for 60 s",
    run: screens150,
    goal: { p95: 100, perSecond: 148 },
    limit: { p95: 250, perSecond: 148 },
  },
  {
    name: "screen300",
    what: "accepted → on a screen, 300/s for 20 s",
    run: screens300,
    slowOnly: true,
    goal: { perSecond: 297, drainedMs: 20_000 },
    limit: { perSecond: 198 },
  },
  {
    name: "screen400",
    what: "accepted → on a screen, 400/s for 20 s",
    run: screens400,
    goal: { perSecond: 396, drainedMs: 20_000 },
    limit: { perSecond: 198 },
  },
  {
    name: "cloud300",
    what: "Cloud API accepted and committed, 300/s for 30 s",
    run: intake(createMetaWebhooks),
    goal: { p95: 60, perSecond: 297, drainedMs: 60_000 },
    limit: { p95: 250, perSecond: 297 },
  },
  {
    name: "meow300",
    what: "meow accepted and committed, 300/s for 30 s",
    run: intake(createWebhooks),
    goal: { p95: 60, perSecond: 297, drainedMs: 60_000 },
    limit: { p95: 250, perSecond: 297 },
  },
  {
    name: "logins",
    what: "other calls while 10 people sign in",
    run: besideLogins,
    goal: { p95: 50 },
    limit: { p95: 50 },
  },
];
