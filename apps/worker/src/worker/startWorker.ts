import path from "node:path";
import type { SessionPace } from "@balcao/application/sessions";
import { migrateWhenReady, openHouse } from "@balcao/application/startup";
import { systemClock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import type { Logger } from "@balcao/platform/logger";
import { createRedis, createWaker } from "@balcao/platform/redis";
import { loadSecrets } from "@balcao/platform/secrets";
import { createConnectors } from "./connectors.js";
import { startLanes } from "./loops/lanes.js";
import { startSessions } from "./loops/sessions.js";
import { startTimers } from "./timers/timers.js";

const POOL_SIZE = 7;

/**
 * Composes a worker: the house, the connectors of the environment, and the loops of its roles. What is started here is stopped in reverse order.
 * `pace` is how often gateways are asked, where it is not the usual one.
 */
export async function startWorker(env: Env, logger: Logger, lifecycle: Lifecycle, pace?: Partial<SessionPace>): Promise<void> {
  const connectors = createConnectors(env);
  const secrets = await loadSecrets(env.dataDir, env.givenSecrets, ["mediaKey", "sessionEncryptionKey"]);
  const redis = createRedis(env.redisUrl, logger);
  lifecycle.onStop("redis", () => redis.close());
  const clock = systemClock;
  const waker = createWaker({ redis, clock, logger });
  await migrateWhenReady(env.databaseUrl, logger, lifecycle.signal);
  const { house, close } = await openHouse({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    ffmpegPath: env.ffmpegPath,
    secrets,
    logger,
    clock,
    waker,
    applicationName: "balcao-worker",
    poolSize: POOL_SIZE,
  });
  lifecycle.onStop("house", close);
  if (env.roles.includes("lanes")) startLanes(house, connectors, lifecycle);
  const keeper = env.roles.includes("sessions")
    ? startSessions(
        house,
        {
          connectors,
          webhookBaseUrl: env.webhookBaseUrl,
          temporaryFolder: path.join(env.dataDir, "incoming"),
          sessionFolder: path.join(env.dataDir, "sessions"),
          pace,
        },
        lifecycle,
      )
    : null;
  if (env.roles.includes("timers")) startTimers(house, keeper, env.redisUrl, lifecycle);
}
