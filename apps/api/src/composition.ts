import { createFirstAdmin, createRefusalAudit, openAuth, type AuthServices, type FirstAdmin } from "@balcao/application/people/auth";
import { startAlerts, type AlertWays } from "@balcao/application/roof/alerts";
import { collectDisk, collectRedis, collectState } from "@balcao/application/roof/health";
import { seedNotes } from "@balcao/application/inbox/notes";
import { migrateWhenReady, openServices } from "@balcao/application/roof/startup";
import { passkeyPlace } from "@balcao/domain/users";
import { systemClock, type Clock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import type { Logger } from "@balcao/platform/logger";
import { createMetrics, type Metrics } from "@balcao/platform/metrics";
import { createOidcClient } from "@balcao/platform/oidc";
import { createPasswordHasher } from "@balcao/platform/passwords";
import { createRedis, createRelay, createSharedRates, createWaker, type RedisLink, type SharedRates } from "@balcao/platform/redis";
import { loadSecrets } from "@balcao/platform/secrets";
import { openTracing } from "@balcao/platform/tracing";
import { createVolumeGuard, readVolume, type ReadVolume, type VolumeGuard } from "@balcao/platform/volumes";
import { createApp } from "./app.js";
import { isOwnOrigin } from "./http/security.js";
import { createRateLimit } from "./http/rateLimit.js";
import { attachLive } from "./live/index.js";
import { API_POOLS, type ApiPools } from "./poolSizes.js";
import type { ApiServer } from "./server.js";

/** Refreshes per minute: of one session with a valid cookie, and of one address with invalid ones. */
const REFRESHES = { proved: 30, unproved: 60 } as const;

/** Per minute of one address: an office may begin its day at the same time. */
const PROVIDER_SIGN_INS = 120;

export interface ApiParts {
  readonly env: Env;
  readonly logger: Logger;
  readonly lifecycle: Pick<Lifecycle, "onStop" | "signal">;
  readonly apiServer: ApiServer;
  readonly version: string;
  readonly clock?: Clock;
  /** Reads how full the disk is; asks the file system by default. */
  readonly readDisk?: ReadVolume;
  readonly pools?: ApiPools;
}

export interface RunningApi {
  readonly auth: AuthServices;
  readonly metrics: Metrics;
  /** The first administrator's sign-in; null after it has been used. */
  readonly firstAdmin: FirstAdmin | null;
}

/** The part of the environment that the services read. */
const toServicesEnv = ({
  databaseUrl,
  databaseReplicaUrl,
  dataDir,
  files,
  ffmpegPath,
  ai,
  chatbotInternalHosts,
  webhookInternalHosts,
  pushLoopbackPort,
}: Env) => ({
  databaseUrl,
  replicaUrl: databaseReplicaUrl,
  dataDir,
  files,
  ffmpegPath,
  ai,
  chatbotInternalHosts,
  webhookInternalHosts,
  pushLoopbackPort,
});

const createAuthLimits = (rates: SharedRates) => ({
  provedRefresh: createRateLimit(REFRESHES.proved, rates, "proved refresh"),
  unprovedRefresh: createRateLimit(REFRESHES.unproved, rates, "unproved refresh"),
  providerSignIn: createRateLimit(PROVIDER_SIGN_INS, rates, "provider sign-in"),
  wrongToken: createRateLimit(REFRESHES.unproved, rates, "wrong token"),
});

/** Composes the api behind `apiServer`: secrets, schema, update notes, first administrator, services, auth, app. */
export async function composeApi({
  env,
  logger,
  lifecycle,
  apiServer,
  version,
  clock = systemClock,
  readDisk = readVolume,
  pools = API_POOLS,
}: ApiParts): Promise<RunningApi> {
  const secrets = await loadSecrets(env.dataDir, env.givenSecrets);
  await migrateWhenReady(env.databaseUrl, logger, lifecycle.signal);

  const metrics = createMetrics({ name: "api", version });
  const redis = openRedis({ env, logger, lifecycle }, metrics);
  const waker = createWaker({ redis, clock, logger });
  const tracing = await openTracing(env.tracing, { service: "balcao-api", version, secret: secrets.sessionEncryptionKey, logger });
  lifecycle.onStop("traces", async () => tracing?.close());
  const { services, intake, close } = await openServices({
    ...pools,
    ...toServicesEnv(env),
    secrets,
    logger,
    clock,
    waker,
    applicationName: "balcao-api",
    metrics,
    tracing,
  });
  lifecycle.onStop("services", close);
  collectState({ ...services, database: intake.database }, metrics);
  await seedNotes(services.database.sql);
  const hasher = createPasswordHasher(env.nodeEnv === "test" ? { cost: 4 } : {});
  lifecycle.onStop("password threads", hasher.close);
  const firstAdmin = await createFirstAdmin(services.database, hasher, { given: env.firstAdmin, secrets });
  if (firstAdmin) await services.directory.refresh();

  const rates = createSharedRates({ redis, clock });
  lifecycle.onStop("rates", rates.close);
  const volume = watchDisk({ folder: env.dataDir, clock, logger, read: readDisk }, metrics);
  const ways = startAlerts(services, { program: "api", env, redis, disk: volume.use, metrics }, lifecycle);
  const auth = openAuth(services, { secrets, hasher, limits: createAuthLimits(rates), mail: mailOf(ways, env), ...signInWays(env) });
  const refusals = createRefusalAudit(services);
  lifecycle.onStop("refused calls", refusals.close);
  const live = await attachLive(apiServer.server, {
    auth,
    isAllowed: (headers) => isOwnOrigin(headers, env.publicUrl),
    trustProxy: env.trustProxy,
    openRelay: (onText) => createRelay({ redis, channel: "balcao:presence", onText }).send,
    onSockets: (count) => metrics.liveSockets.set(count),
    onLag: (seconds) => metrics.liveEventLagSeconds.observe(seconds),
  });
  registerClosing(lifecycle, apiServer, live);
  const { cursor: liveCursor } = live;
  await apiServer.open(await createApp({ auth, intake, volume, refusals, env, secrets, metrics, redis, rates, ways, version, liveCursor }));
  return { auth, metrics, firstAdmin };
}

/** How people get mails; null where no mail server is configured. */
const mailOf = ({ mail }: AlertWays, { publicUrl }: Env): AuthServices["mail"] => mail && { send: mail, publicUrl };

/** The company's provider, of which nothing is asked before somebody signs in by it, who may sign in by password, and where passkeys count. */
function signInWays({ oidc, publicUrl, passwordSignIn }: Env): Pick<AuthServices, "provider" | "passwordSignIn" | "passkeys"> {
  const passkeys = passkeyPlace(publicUrl);
  if (oidc === undefined) return { provider: null, passwordSignIn, passkeys };
  const { claims: rules, people, signOut, ...settings } = oidc;
  const client = createOidcClient({ ...settings, redirectUri: `${publicUrl}/login` });
  const signOutTo = signOut === "provider" ? `${publicUrl}/login` : null;
  return { provider: { client, rules, takesNew: people === "new", signOutTo }, passwordSignIn, passkeys };
}

function openRedis({ env, logger, lifecycle }: Pick<ApiParts, "env" | "logger" | "lifecycle">, metrics: Metrics): RedisLink {
  const redis = createRedis(env.redisUrl, logger);
  lifecycle.onStop("redis", redis.close);
  collectRedis(metrics, redis.status);
  return redis;
}

function watchDisk(options: Parameters<typeof createVolumeGuard>[0], metrics: Metrics): VolumeGuard {
  const volume = createVolumeGuard(options);
  collectDisk(metrics, volume);
  return volume;
}

function registerClosing(lifecycle: ApiParts["lifecycle"], apiServer: ApiServer, live: { close(): Promise<void> }): void {
  // Registered last, closed first: readiness before everything, sockets before the server, which waits for them, and both before the services that they use.
  lifecycle.onStop("http", apiServer.close);
  lifecycle.onStop("live", live.close);
  lifecycle.onStop("readiness", apiServer.drain);
}
