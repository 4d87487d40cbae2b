import { setTimeout as sleep } from "node:timers/promises";
import { BACKLOG_LIMIT_MS, drain } from "./backlog.mjs";
import { closedLoop } from "./closedLoop.mjs";
import { cpuPerAnswer, cpuTimes } from "./cpuTime.mjs";
import { openConnection, toRequest } from "./httpConnection.mjs";
import { createMetaWebhooks } from "./metaWebhooks.mjs";
import { cold, figuresOfToday, quickAnswers, surnames, tags, unread, withMessagesToday, withQuickAnswers } from "./floorRows.mjs";
import { clock, sendSteadily } from "./openLoop.mjs";
import { emailOf, PASSWORD } from "./people.mjs";
import { summary } from "./percentiles.mjs";
import { contactSearches, firstPages, messagePages, openLists, ticketLists } from "./questions.mjs";
import { crowd, onScreens } from "./screenRows.mjs";
import { ticketSearches } from "./searchQuestions.mjs";
import { loginBody } from "./sessions.mjs";
import { createWebhooks } from "./webhooks.mjs";

/** Clients for the percentiles; the highest rate is measured with more. */
const CLIENTS = 10;
const MANY_CLIENTS = 32;
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
      await questions(
        { client: stage.client, port: stage.product.port, people: stage.people, encoding: stage.encoding },
        stage.meta.bigTicket,
      ),
    ),
  );

async function webhooks(stage) {
  const result = await withTraffic(stage, () => measure(stage, () => stage.webhooks.next()));
  return { ...result, drainedMs: await drain(stage) };
}

/** Lists, pages and searches by ten clients who read for a moment between two calls, while ten people sign in at once, again and again. */
async function besideLogins(stage) {
  const { client, product, people, encoding, meta } = stage;
  const around = { client, port: product.port, people, encoding };
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

/**
 * The measured rows, each with its goal and with what is not acceptable beyond: at most so many milliseconds (`p95`, `listP99`) or percent of a
 * core (`apiShare`, `idleShare`), at least so many a second (`most`, `perSecond`).
 */
export const ROWS = [
  {
    name: "cold",
    what: "an agent's open list, 15 s after the start of the processes",
    run: cold,
    goal: { most: 400 },
    limit: { most: 265 },
  },
  {
    name: "openLists",
    what: "an agent's open list, with its count",
    run: reading(openLists),
    goal: { p95: 15, most: 1_200 },
    limit: { p95: 20, most: 900 },
  },
  {
    name: "lists",
    what: "first page of open, waiting and closed lists, with its count",
    run: reading(ticketLists),
    goal: { p95: 15, most: 1_200 },
    limit: { p95: 20, most: 900 },
  },
  {
    name: "firstPages",
    what: "message page 1 of the largest ticket",
    run: reading(firstPages),
    goal: { p95: 12, most: 1_400 },
    limit: { p95: 20, most: 1_000 },
  },
  {
    name: "pages",
    what: "message page 1 and page 50 of the largest ticket",
    run: reading(messagePages),
    goal: { p95: 12, most: 1_400 },
    limit: { p95: 20, most: 1_000 },
  },
  {
    name: "contacts",
    what: "contact search",
    run: reading(contactSearches),
    goal: { p95: 30, most: 650 },
    limit: { p95: 45, most: 450 },
  },
  {
    name: "surnames",
    what: "contact search, ten surnames in turn",
    run: reading(surnames),
    goal: { most: 650 },
    limit: { most: 438 },
  },
  {
    name: "unread",
    what: "the tickets of the bell",
    run: reading(unread),
    goal: { p95: 15 },
    limit: { p95: 30 },
  },
  {
    name: "tags",
    what: "all tags",
    run: reading(tags),
    goal: { p95: 10 },
    limit: { p95: 30 },
  },
  {
    name: "quickAnswers",
    what: "a search among 5,000 quick answers",
    run: (stage) => withQuickAnswers(stage, () => reading(quickAnswers)(stage)),
    goal: { p95: 15 },
    limit: { p95: 30 },
  },
  {
    name: "figuresOfToday",
    what: "the dashboard's figures of today, with 50,000 messages",
    run: (stage) => withMessagesToday(stage, () => reading(figuresOfToday)(stage)),
    goal: { p95: 30 },
    limit: { p95: 90 },
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
    goal: { p95: 30, most: 800 },
    limit: { p95: 40, most: 550 },
    slow: { most: 300 },
  },
  {
    name: "screen20",
    what: "accepted → on a screen, 20/s for 20 s",
    run: onScreens({ perSecond: 20, forMs: 20_000 }),
    goal: { p50: 15, perSecond: 19 },
    limit: { p50: 33, perSecond: 19 },
  },
  {
    name: "screen150",
    what: "accepted → on a screen, 150/s for 60 s",
    run: onScreens({ perSecond: 150, forMs: 60_000 }),
    goal: { p95: 100, perSecond: 148 },
    limit: { p95: 250, perSecond: 148 },
  },
  {
    name: "screen300",
    what: "accepted → on a screen, 300/s for 20 s",
    run: onScreens({ perSecond: 300, forMs: 20_000 }),
    slowOnly: true,
    goal: { perSecond: 297, drainedMs: 20_000 },
    limit: { perSecond: 198 },
  },
  {
    name: "screen400",
    what: "accepted → on a screen, 400/s for 40 s",
    run: onScreens({ perSecond: 400, forMs: 40_000 }),
    goal: { p95: 300, perSecond: 396 },
    limit: { p95: 1_800, perSecond: 396 },
  },
  {
    name: "screen600",
    what: "accepted → on the screens of 20 agents, 600/s sent for 20 s, until the last screen",
    run: onScreens({ perSecond: 600, forMs: 20_000 }),
    goal: { perSecond: 590 },
    limit: { perSecond: 450 },
  },
  ...[100, 500, 1_000].map((screens) => ({
    name: `screens${screens}`,
    what: `${screens} screens: p99 of lists beside 20 messages a second`,
    run: crowd({ screens }),
    goal: { listP99: 40, p95: 100, apiShare: 45, ...(screens === 1_000 && { idleShare: 3 }) },
    limit: { listP99: 80, p95: 200, apiShare: 90, ...(screens === 1_000 && { idleShare: 6 }) },
  })),
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
    limit: { p95: 60 },
  },
];
