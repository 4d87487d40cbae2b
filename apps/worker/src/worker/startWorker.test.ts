import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { WAKE } from "@balcao/application/ground/kernel";
import { systemClock } from "@balcao/platform/clock";
import { readEnv } from "@balcao/platform/env";
import { createSilentLogger } from "@balcao/platform/logger";
import { createRedis, createWaker, type Waker } from "@balcao/platform/redis";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { startWorker } from "./index.js";

const logger = createSilentLogger();
let test: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "balcao-worker-"));
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts and stops a worker. Returns how many loops each wake-up reaches, and what is stopped, in that order, loops of one kind once. */
async function startAndStop(
  roles: string,
): Promise<{ readonly woken: Readonly<Record<string, number>>; readonly stopped: readonly string[] }> {
  const inner = createWaker({ redis: createRedis(undefined, logger), clock: systemClock, logger });
  const woken: Record<string, number> = {};
  const waker: Waker = {
    signal: inner.signal,
    listen: (topic, wake) => {
      woken[topic] = (woken[topic] ?? 0) + 1;
      return inner.listen(topic, wake);
    },
  };
  const closers: { readonly name: string; readonly close: () => Promise<unknown> | void }[] = [];
  const stopping = new AbortController();
  const env = readEnv({ DATABASE_URL: test.url, DATA_DIR: dataDir, NODE_ENV: "test", ROLES: roles });
  const onStop = (name: string, close: () => Promise<unknown> | void): void => void closers.push({ name, close });
  await startWorker(env, logger, { onStop, signal: stopping.signal, stop: () => Promise.resolve() }, { waker });
  closers.reverse();
  for (const { close } of closers) await close();
  stopping.abort();
  return { woken, stopped: [...new Set(closers.map(({ name }) => name.replace(/-\d+$/, "")))] };
}

/** What every worker stops last. */
const ALWAYS = ["alerts", "problems", "beat", "this process", "services", "traces", "redis"];
const TIMERS = [
  ...["returnUnanswered", "moveOffers", "closeIdleTickets", "expireRatings", "expireRuns", "resealAll", "keepRetention", "deleteExpired"],
  ...["followStatuses", "keepFigures", "noteArrivals", "sealAudit", "foldCounts", "recountTargets", "tellTargets", "shareTickets"],
  ...["wakeSnoozed", "reportRuns", "freezeRuns"],
];
const SESSIONS = [
  "ticks",
  "media",
  "chores",
  "calls",
  "pacing",
  "outbox",
  "media fetcher",
  "sessions",
  "running chores",
  "questions about numbers",
];

// A loop without its wake-up only polls, which nobody sees but in how long things take.
it.each<[string, Readonly<Partial<Record<keyof typeof WAKE, number>>>, readonly string[]]>([
  [
    "lanes",
    { lanes: 1, chatbots: 4, pushes: 4, hooks: 1, live: 1 },
    ["hooks", "receivers of webhooks", "pushes", "spreadPushes", "chatbots", "lanes"],
  ],
  ["sessions", { outbox: 2, sends: 1, gateway: 1, chores: 1, sessions: 1 }, SESSIONS],
  ["timers", { sends: 1 }, TIMERS],
  // Numbers are looked after by a worker that has them.
  [
    "sessions,timers",
    { outbox: 2, sends: 2, gateway: 1, chores: 1, sessions: 1 },
    [...TIMERS.slice(0, 8), "sweep", ...TIMERS.slice(8), ...SESSIONS],
  ],
])("a worker with the roles %s wakes its loops at once, and stops each of them", async (role, woken, stopped) => {
  expect(await startAndStop(role)).toEqual({ woken: { directory: 1, ...woken }, stopped: [...stopped, ...ALWAYS] });
});
