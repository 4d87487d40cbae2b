import { setTimeout } from "node:timers/promises";
import { openSearchPool } from "@balcao/database/search";
import { openDatabase, openSqlPool, toProgramName } from "@balcao/database/sql";
import { createAiServer } from "@balcao/platform/ai";
import { createAudioTool } from "@balcao/platform/audio";
import type { Clock } from "@balcao/platform/clock";
import { randomToken } from "@balcao/platform/ids";
import type { Env } from "@balcao/platform/env";
import type { Logger } from "@balcao/platform/logger";
import { logFailure } from "@balcao/platform/loops";
import { createLoop } from "@balcao/platform/loops";
import { createMetrics, type Metrics } from "@balcao/platform/metrics";
import { createPictureTool } from "@balcao/platform/pictures";
import { createVapidKeys } from "@balcao/platform/push";
import type { Waker } from "@balcao/platform/redis";
import { createSealer, type Secrets } from "@balcao/platform/secrets";
import type { Tracing } from "@balcao/platform/tracing";
import { collectPoolUse, collectReplica } from "../health/index.js";
import { openDirectory } from "../../ground/directory/index.js";
import { createFileUrl } from "../../inbox/files/index.js";
import { WAKE, type Services } from "../../ground/kernel/index.js";
import { checkConnectionBudget } from "./connectionBudget.js";
import { openReplica, type OpenReplica } from "./openReplica.js";
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
