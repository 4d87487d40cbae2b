import { setTimeout as sleep } from "node:timers/promises";
import { drain } from "./backlog.mjs";
import { cpuPerAnswer, cpuTimes } from "./cpuTime.mjs";
import { clock, sendSteadily } from "./openLoop.mjs";
import { summary } from "./percentiles.mjs";
import { openLists } from "./questions.mjs";
import { openScreens } from "./screens.mjs";

/** Until then the api does what opening the screens left to do. */
const SETTLE_MS = 8_000;
const IDLE_MS = 15_000;
const CROWD_MS = 20_000;
const MESSAGES_PER_SECOND = 20;
const LISTS_PER_SECOND = 20;
/** The last event of a run is on its screens within this time after the last message was applied. */
const ARRIVAL_MS = 500;

/** How many of these screens show a message, by its queue: a person's screens show those of their queues. */
async function watchersOf(client, screensOf) {
  const { rows } = await client.query("SELECT queue_id AS queue, user_id AS person FROM user_queue");
  const watchers = new Map();
  for (const { queue, person } of rows) watchers.set(queue, (watchers.get(queue) ?? 0) + (screensOf.get(person) ?? 0));
  return watchers;
}

/** Milliseconds from the acceptance of each delivery to each of its screens, how many are missing, and the instant of the last one. */
function waysOf(accepted, arrivals, watchers) {
  const byKey = new Map(accepted.map((delivery) => [delivery.key, delivery]));
  const times = [];
  let lastAt = 0;
  for (let i = 0; i < arrivals.length; i += 2) {
    const delivery = byKey.get(arrivals[i]);
    if (!delivery) continue;
    times.push(Math.max(0, arrivals[i + 1] - delivery.acceptedAt));
    lastAt = Math.max(lastAt, arrivals[i + 1]);
  }
  const expected = accepted.reduce((sum, { queueId }) => sum + watchers.get(queueId), 0);
  return { times, missing: expected - times.length, lastAt };
}

const acceptedOf = (sent) => sent.filter(({ status }) => status === 200);

/**
 * Sends at a rate, and measures when each message was on each screen that must show it. The rate that was reached ends with the last
 * screen, so that what waits in a backlog does not count as done.
 */
export const onScreens =
  ({ perSecond, forMs: usually }) =>
  async (stage) => {
    const { client, product, webhooks } = stage;
    const { port } = product;
    const forMs = usually / stage.shorter;
    await sendSteadily({ port, webhooks, perSecond: 100, forMs: stage.warmUp * 1_000 }).finished;
    await drain(stage);
    await stage.screens.take();
    const watchers = await watchersOf(client, new Map(stage.people.map(({ id }) => [id, 1])));
    const before = cpuTimes(stage);
    const sent = await sendSteadily({ port, webhooks, perSecond, forMs }).finished;
    const drainedMs = await drain(stage);
    const cpu = cpuPerAnswer(before, cpuTimes(stage), sent.length);
    await sleep(ARRIVAL_MS);
    const { arrivals, cuts } = await stage.screens.take();
    const accepted = acceptedOf(sent);
    const { times, missing, lastAt } = waysOf(accepted, arrivals, watchers);
    return {
      ...summary(times),
      perSecond: accepted.length / (Math.max(forMs, lastAt - sent[0].dueAt) / 1_000),
      answers: times.length,
      refused: sent.length - accepted.length,
      missing,
      acceptedP95: summary(accepted.map(({ acceptedAt, dueAt }) => acceptedAt - dueAt)).p95,
      drainedMs,
      cuts,
      cpu,
    };
  };

/** Opens so many screens of the twenty people, measures them at rest, and then twenty messages and twenty lists a second. */
export const crowd =
  ({ screens: count }) =>
  async (stage) => {
    const { client, product, people, webhooks, screens: usual } = stage;
    const more = Array.from({ length: count - people.length }, (_, index) => people[index % people.length]);
    const opened = await openScreens(
      product.origin,
      more.map(({ token }) => token),
    );
    try {
      const screensOf = new Map(people.map(({ id }) => [id, 1 + more.filter((person) => person.id === id).length]));
      const take = async () => {
        const taken = await Promise.all([usual.take(), opened.take()]);
        return { arrivals: taken.flatMap(({ arrivals }) => [...arrivals]), cuts: taken[0].cuts + taken[1].cuts };
      };
      await sleep(SETTLE_MS);
      const idleShare = await apiShare(stage, () => sleep(IDLE_MS));
      await withLists(stage, LISTS_PER_SECOND, 3_000);
      await drain(stage);
      await sleep(ARRIVAL_MS);
      await take();
      const watchers = await watchersOf(client, screensOf);
      const { port } = product;
      let sent;
      let lists;
      const share = await apiShare(stage, async () => {
        const listing = withLists(stage, LISTS_PER_SECOND, CROWD_MS);
        sent = await sendSteadily({ port, webhooks, perSecond: MESSAGES_PER_SECOND, forMs: CROWD_MS }).finished;
        lists = await listing;
      });
      const drainedMs = await drain(stage);
      await sleep(ARRIVAL_MS);
      const { arrivals, cuts } = await take();
      const accepted = acceptedOf(sent);
      const { times, missing } = waysOf(accepted, arrivals, watchers);
      return {
        ...summary(times),
        perSecond: sent.length / (CROWD_MS / 1_000),
        listP99: summary(lists.map(({ acceptedAt, dueAt }) => acceptedAt - dueAt)).p99,
        refused: sent.length - accepted.length + lists.length - acceptedOf(lists).length,
        missing,
        drainedMs,
        cuts,
        idleShare,
        apiShare: share,
      };
    } finally {
      await opened.close();
    }
  };

/** Lists at a steady rate. */
async function withLists({ client, product, people, encoding }, perSecond, forMs) {
  const next = await openLists({ client, port: product.port, people, encoding });
  return sendSteadily({ port: product.port, webhooks: { next }, perSecond, forMs }).finished;
}

/** Percent of a core that the apis use while `work` runs; NaN where it is not measured. */
async function apiShare(stage, work) {
  const [before, begin] = [cpuTimes(stage), clock()];
  await work();
  const after = cpuTimes(stage);
  return before && after ? (100 * (after.api - before.api)) / (clock() - begin) : Number.NaN;
}
