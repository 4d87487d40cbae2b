import { availableParallelism } from "node:os";
import path from "node:path";
import { startAlerts } from "@balcao/application/roof/alerts";
import { collectRedis } from "@balcao/application/roof/health";
import type { SessionPace } from "@balcao/application/numbers/gatewaySessions";
import { migrateWhenReady, openServices } from "@balcao/application/roof/startup";
import { systemClock, type Clock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import type { Logger } from "@balcao/platform/logger";
import { createMetrics, openMetricsServer, type Metrics } from "@balcao/platform/metrics";
import { createRedis, createWaker, type Waker } from "@balcao/platform/redis";
import { loadSecrets } from "@balcao/platform/secrets";
import { openTracing } from "@balcao/platform/tracing";
import { createVolumeGuard, readVolume } from "@balcao/platform/volumes";
import { createConnectors } from "./connectors.js";
import { startChatbots } from "./loops/chatbots.js";
import { startHooks } from "./loops/hooks.js";
import { startLanes } from "./loops/lanes.js";
import { startPushes } from "./loops/pushes.js";
import { startSessions } from "./loops/sessions.js";
import { workerPoolSize } from "./poolSize.js";
import { startTimers } from "./timers/timers.js";

interface WorkerOptions {
  /** How often gateways are asked. */
  readonly pace?: Partial<SessionPace>;
  readonly clock?: Clock;
  readonly version?: string;
  /** The wake-ups of a process in which more than this worker runs. */
  readonly waker?: Waker;
  /** Its connections to PostgreSQL. */
  readonly poolSize?: number;
}

/**
 * Starts a worker: services, the connectors of the environment, and the loops of its roles, stopped in reverse order by `lifecycle`.
 */
export async function startWorker(
  env: Env,
  logger: Logger,
  lifecycle: Lifecycle,
  { pace, clock = systemClock, version = "0", waker: shared, poolSize = workerPoolSize(availableParallelism()) }: WorkerOptions = {},
): Promise<void> {
  const secrets = await loadSecrets(env.dataDir, env.givenSecrets, ["mediaKey", "sessionEncryptionKey", "vapidKey"]);
  const metrics = createMetrics({ name: "worker", version });
  const redis = createRedis(env.redisUrl, logger);
  lifecycle.onStop("redis", () => redis.close());
  const waker = shared ?? createWaker({ redis, clock, logger });
  const tracing = await openTracing(env.tracing, { service: "balcao-worker", version, secret: secrets.sessionEncryptionKey, logger });
  lifecycle.onStop("traces", async () => tracing?.close());
  await migrateWhenReady(env.databaseUrl, logger, lifecycle.signal);
  const { services, close } = await openServices({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    files: env.files,
    ffmpegPath: env.ffmpegPath,
    secrets,
    logger,
    clock,
    waker,
    applicationName: "balcao-worker",
    poolSize,
    pushLoopbackPort: env.pushLoopbackPort,
    chatbotInternalHosts: env.chatbotInternalHosts,
    webhookInternalHosts: env.webhookInternalHosts,
    metrics,
    tracing,
  });
  lifecycle.onStop("services", close);
  const connectors = createConnectors(env, () => services.directory.current().settings.whatsappVersion);
  collectRedis(metrics, redis.status);
  await serveMetrics(env, metrics, logger, lifecycle);
  const { use: disk } = createVolumeGuard({ folder: env.dataDir, clock, logger, read: readVolume });
  const ways = startAlerts(services, { program: "worker", env, redis, disk, metrics }, lifecycle);
  if (env.roles.includes("lanes")) {
    startLanes(services, connectors, lifecycle);
    startChatbots(services, lifecycle);
    startPushes(services, ways.push, lifecycle);
    startHooks(services, lifecycle);
  }
  const keeper = env.roles.includes("sessions")
    ? startSessions(
        services,
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
  if (env.roles.includes("timers")) startTimers(services, keeper, env.redisUrl, lifecycle);
}

/** A worker goes on without its metrics, because numbers matter more. */
async function serveMetrics(
  { host, metricsPort, givenSecrets }: Env,
  metrics: Metrics,
  logger: Logger,
  lifecycle: Lifecycle,
): Promise<void> {
  if (metricsPort === undefined) return;
  try {
    const server = await openMetricsServer(metrics, { host, port: metricsPort, token: givenSecrets.metricsToken });
    lifecycle.onStop("metrics", server.close);
  } catch (error) {
    logger.error({ err: error, metricsPort }, "the metrics cannot be served; set METRICS_PORT to a free port, another one for each worker");
  }
}
