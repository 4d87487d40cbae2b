import { setTimeout } from "node:timers/promises";
import { openReadReplica, type ReadReplica } from "@balcao/database/replica";
import { openSearchPool, type SearchPool } from "@balcao/database/search";
import { openDatabase, openSqlPool, toProgramName, type Sql } from "@balcao/database/sql";
import { createAiServer } from "@balcao/platform/ai";
import { createAudioTool } from "@balcao/platform/audio";
import type { Clock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import { randomToken } from "@balcao/platform/ids";
import type { Logger } from "@balcao/platform/logger";
import { logFailure, createLoop } from "@balcao/platform/loops";
import { createMetrics, type Metrics } from "@balcao/platform/metrics";
import { createPictureTool } from "@balcao/platform/pictures";
import { createVapidKeys } from "@balcao/platform/push";
import type { Waker } from "@balcao/platform/redis";
import { createSealer, type Secrets } from "@balcao/platform/secrets";
import type { Tracing } from "@balcao/platform/tracing";
import { openDirectory } from "../../ground/directory/index.js";
import { WAKE, type Services } from "../../ground/kernel/index.js";
import { createFileUrl } from "../../inbox/files/index.js";
import { collectPoolUse, collectReplica } from "../health/index.js";
import { checkConnectionBudget } from "./connectionBudget.js";
import { DatabaseNotUsable } from "./migrate.js";
import { openStore } from "./openStore.js";
import { checkSealedKeys } from "./sealedKeys.js";

export interface ServicesOptions {
  readonly databaseUrl: string;
  /** A streaming replica of that database for reads that may be old; only processes that search use it. */
  readonly replicaUrl?: string | undefined;
  readonly dataDir: string;
  /** The bucket of the files; absent: they are in the data folder. */
  readonly files?: Env["files"];
  readonly secrets: Pick<Secrets, "mediaKey" | "sessionEncryptionKey" | "vapidKey">;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly waker: Waker;
  /** Path of ffmpeg; by default the one on the PATH. */
  readonly ffmpegPath?: string;
  /** The name of our connections in PostgreSQL, to which the size of the pools is appended. */
  readonly applicationName: string;
  /**
   * Connections to PostgreSQL; the start fails if all processes together exceed what the server
   * allows (ADR 10).
   */
  readonly poolSize: number;
  /** Connections reserved for the intake; without it, the intake shares the others. */
  readonly intakePoolSize?: number;
  /** Connections that only searches use; absent: this process searches nothing. */
  readonly searchPoolSize?: number;
  /** The AI server; absent: nothing is summarized or transcribed. */
  readonly ai?: Env["ai"];
  /** Hosts within the company's network that chatbots may be at; none by default. */
  readonly chatbotInternalHosts?: readonly string[];
  readonly webhookInternalHosts?: readonly string[];
  /** A push service of tests on this machine. */
  readonly pushLoopbackPort?: number | undefined;
  /** Absent: metrics that nobody prints. */
  readonly metrics?: Metrics;
  /** Absent or null: nothing is traced. */
  readonly tracing?: Tracing | null;
}

export interface OpenServices {
  readonly services: Services;
  /** The same services, whose prepared SQL uses the intake's own connections. */
  readonly intake: Services;
  close(): Promise<void>;
}

/**
 * How often the directory is read, so that with the time of a read it is at most five seconds old.
 */
const DIRECTORY_MS = 4_000;
const DIRECTORY_APART_MS = 250;

/** Where chatbots and receivers of webhooks may be. */
const addressRules = ({
  chatbotInternalHosts = [],
  webhookInternalHosts = [],
}: Pick<ServicesOptions, "chatbotInternalHosts" | "webhookInternalHosts">) => ({
  chatbotAddresses: { internalHosts: chatbotInternalHosts },
  hookAddresses: { internalHosts: webhookInternalHosts },
});

/** Connections of a process to the replica, for reads, for searches and to look how it is; each is made when it is needed. */
const READS = 5;
const SEARCHES = 4;
const LOOKS = 1;
/** How often the replica is looked at, in milliseconds; people wait no longer than this and a look for one that has stopped answering. */
const CHECK_MS = 2_000;

interface ReplicaOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly primary: { readonly sql: Sql; readonly search: SearchPool };
}

interface OpenReplica {
  readonly replica: ReadReplica;
  close(): Promise<void>;
}

/**
 * Opens the replica of DATABASE_REPLICA_URL and looks how it is from then on. One that is away is no obstacle to a start; throws
 * DatabaseNotUsable for a copy of another database.
 */
async function openReplica({ url, applicationName, logger, clock, primary }: ReplicaOptions): Promise<OpenReplica> {
  const replica = openReadReplica({
    url,
    applicationName: toProgramName(`${applicationName}-replica`, READS + SEARCHES + LOOKS, randomToken().slice(0, 8)),
    poolSize: READS,
    searchPoolSize: SEARCHES,
    primary,
    monotonic: clock.monotonic,
    onPoolError: (error) => logger.warn({ err: error }, "a connection to the read replica was lost"),
    onState: (state, err) =>
      state === "ok"
        ? logger.info("the read replica is used")
        : logger.warn({ state, err }, "the read replica is not used: the primary answers"),
  });
  try {
    await replica.check();
    if (replica.state() === "foreign")
      throw new DatabaseNotUsable(
        "DATABASE_REPLICA_URL is not a copy of the database of DATABASE_URL: another server made it, or it has another name there. " +
          "Name a streaming replica of that server, with the same database, or leave the variable out.",
      );
  } catch (error) {
    await replica.close();
    throw error;
  }
  const loop = createLoop({ name: "replica", work: () => replica.check().then(() => false), idleMs: CHECK_MS, logger });
  loop.start();
  return {
    replica,
    close: async () => {
      await loop.stop();
      await replica.close();
    },
  };
}

/**
 * Opens pools, file store and directory on a migrated database, and refreshes the directory from
 * then on. Throws DatabaseNotUsable if the server has too few connections, this installation
 * cannot open the stored keys or the replica is one of another database, and FilesUnavailable if
 * the bucket of the files refuses us.
 */
export async function openServices(options: ServicesOptions): Promise<OpenServices> {
  const { secrets, logger, clock, waker } = options;
  const seeing = seeingOf(options);
  const { database, intakePool, search } = await openPools(options);
  let replica: OpenReplica | null = null;
  const closePools = async () => {
    await replica?.close();
    await Promise.all([database.close(), intakePool?.close(), search?.close()]);
  };
  const sealer = createSealer(secrets.sessionEncryptionKey);
  try {
    await checkSealedKeys(database.sql, sealer);
    if (search && options.replicaUrl !== undefined)
      replica = await openReplica({ ...options, url: options.replicaUrl, primary: { sql: database.sql, search } });
    const directory = await openDirectory(database.sql);
    const ffmpeg = options.ffmpegPath === undefined ? {} : { program: options.ffmpegPath };
    const { files, close: closeFiles } = await openStore(options);
    const services: Services = {
      database,
      search,
      replica: replica?.replica ?? null,
      directory,
      clock,
      waker,
      logger,
      ...seeing,
      ...{ dataDir: options.dataDir, files },
      audio: createAudioTool(ffmpeg),
      pictures: createPictureTool(ffmpeg),
      sealer,
      push: { keys: createVapidKeys(secrets.vapidKey), loopbackPort: options.pushLoopbackPort },
      ai: aiOf(options),
      ...addressRules(options),
      fileUrl: createFileUrl(secrets.mediaKey, clock),
    };
    collectPoolUse(seeing.metrics, { requests: database, ...(intakePool && { intake: intakePool }), ...(search && { search }) });
    collectReplica(seeing.metrics, services.replica);
    const closing = new AbortController();
    // Numbers that connect one after another wake it often: a whole read each quarter of a second is enough.
    const rest = () => setTimeout(DIRECTORY_APART_MS, false, { signal: closing.signal }).catch(() => false);
    const work = () => directory.refresh().then(rest);
    const loop = createLoop({ name: "directory", work, idleMs: DIRECTORY_MS, logger });
    const stopListening = waker.listen(WAKE.directory, loop.wake);
    loop.start();
    return {
      services,
      intake: intakePool ? { ...services, database: { ...database, sql: intakePool.sql } } : services,
      close: async () => {
        stopListening();
        closing.abort();
        await loop.stop();
        closeFiles();
        await closePools();
      },
    };
  } catch (error) {
    await closePools();
    throw error;
  }
}

/** Opens the pools of the primary, if the server has enough connections for all of them. */
async function openPools(options: ServicesOptions) {
  const { databaseUrl, applicationName, poolSize, intakePoolSize = 0, searchPoolSize = 0, logger, waker } = options;
  const needed = poolSize + intakePoolSize + searchPoolSize;
  await checkConnectionBudget(databaseUrl, { program: applicationName, needed });
  const pool = {
    url: databaseUrl,
    applicationName: toProgramName(applicationName, needed, randomToken().slice(0, 8)),
    poolSize,
    onCommitted: waker.signal,
    onPoolError: (error: Error) => logFailure(logger, error, { facts: {}, words: "a connection to PostgreSQL was lost" }),
  };
  return {
    database: openDatabase(pool),
    intakePool: intakePoolSize > 0 ? openSqlPool({ ...pool, poolSize: intakePoolSize }) : null,
    search: searchPoolSize > 0 ? openSearchPool({ ...pool, size: searchPoolSize }) : null,
  };
}

function seeingOf({ metrics, tracing = null, applicationName }: ServicesOptions): Pick<Services, "metrics" | "tracing"> {
  return { metrics: metrics ?? createMetrics({ name: applicationName, hasNode: false }), tracing };
}

function aiOf({ ai }: ServicesOptions): Services["ai"] {
  return ai === undefined ? null : { server: createAiServer(ai), requestsPerDay: ai.requestsPerDay };
}
