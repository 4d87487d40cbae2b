import { createFirstAdmin, createRefusalAudit, openAuth, type AuthDesk, type FirstAdmin } from "@balcao/application/auth";
import { seedNotes } from "@balcao/application/notes";
import { migrateWhenReady, openHouse } from "@balcao/application/startup";
import { systemClock, type Clock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import type { Logger } from "@balcao/platform/logger";
import { createMetrics, type Metrics } from "@balcao/platform/metrics";
import { createPasswordHasher } from "@balcao/platform/passwords";
import { createRedis, createWaker } from "@balcao/platform/redis";
import { loadSecrets } from "@balcao/platform/secrets";
import { createVolumeGuard, readVolume, type ReadVolume } from "@balcao/platform/volumes";
import { createApp } from "./app.js";
import { isOwnOrigin } from "./http/origin.js";
import { createRateLimit } from "./http/rateLimit.js";
import { attachLive } from "./live/index.js";
import type { FrontDoor } from "./server.js";

/** Connections of one api process (ARCHITECTURE 19): for requests, and for intake, which does not wait for them. */
const POOL = { poolSize: 10, intakePoolSize: 3 } as const;

/** Refreshes per minute: of one session with its own cookie, and of one address with cookies that are not ours. */
const REFRESHES = { proved: 30, unproved: 60 } as const;

export interface ApiParts {
  readonly env: Env;
  readonly logger: Logger;
  readonly lifecycle: Pick<Lifecycle, "onStop" | "signal">;
  readonly front: FrontDoor;
  readonly version: string;
  readonly clock?: Clock;
  /** How full the disk is; the file system's own answer by default. */
  readonly readDisk?: ReadVolume;
}

export interface RunningApi {
  readonly desk: AuthDesk;
  readonly metrics: Metrics;
  /** The first administrator, when this start made one. */
  readonly firstAdmin: FirstAdmin | null;
}

/** Puts the api together on a listening front door: secrets, schema, update notes, first administrator, house, desk, app. */
export async function composeApi({
  env,
  logger,
  lifecycle,
  front,
  version,
  clock = systemClock,
  readDisk = readVolume,
}: ApiParts): Promise<RunningApi> {
  const secrets = await loadSecrets(env.dataDir, env.givenSecrets);
  await migrateWhenReady(env.databaseUrl, logger, lifecycle.signal);

  const redis = createRedis(env.redisUrl, logger);
  lifecycle.onStop("redis", redis.close);
  const waker = createWaker({ redis, clock, logger });
  const { house, intake, close } = await openHouse({
    ...POOL,
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    ffmpegPath: env.ffmpegPath,
    secrets,
    logger,
    clock,
    waker,
    applicationName: "balcao-api",
  });
  lifecycle.onStop("house", close);
  await seedNotes(house.database.sql);
  const hasher = createPasswordHasher(env.nodeEnv === "test" ? { cost: 4 } : {});
  lifecycle.onStop("password threads", hasher.close);
  const firstAdmin = await createFirstAdmin(house.database, hasher, env.firstAdmin);
  if (firstAdmin) await house.directory.refresh();

  const limits = { provedRefresh: createRateLimit(REFRESHES.proved), unprovedRefresh: createRateLimit(REFRESHES.unproved) };
  const desk = openAuth(house, { secrets, hasher, limits });
  const metrics = createMetrics({ name: "api" });
  const volume = createVolumeGuard({ folder: env.dataDir, clock, logger, read: readDisk });
  const refusals = createRefusalAudit(house);
  lifecycle.onStop("refused calls", refusals.close);
  const app = await createApp({ desk, intake, volume, refusals, env, secrets, metrics, redisStatus: redis.status, version });
  const live = await attachLive(front.server, {
    desk,
    isAllowed: (headers) => isOwnOrigin(headers, env.publicUrl),
    trustProxy: env.trustProxy,
    onSockets: (count) => metrics.liveSockets.set(count),
    onLag: (seconds) => metrics.liveEventLagSeconds.observe(seconds),
  });
  // Registered last, closed first: sockets before the server, which waits for them, and both before what they stand on.
  lifecycle.onStop("http", front.close);
  lifecycle.onStop("live", live.close);
  front.open(app);
  return { desk, metrics, firstAdmin };
}
