import path from "node:path";
import { openBeside, openDatabase, toProgramName } from "@balcao/database/sql";
import { createAudioTool } from "@balcao/platform/audio";
import type { Clock } from "@balcao/platform/clock";
import { createFileStore, defaultBlockedExtensions } from "@balcao/platform/files";
import { randomToken } from "@balcao/platform/ids";
import type { Logger } from "@balcao/platform/logger";
import { createLoop } from "@balcao/platform/loops";
import type { Waker } from "@balcao/platform/redis";
import { createSealer, type Secrets } from "@balcao/platform/secrets";
import { openDirectory } from "../directory/index.js";
import { createFileUrl } from "../files/index.js";
import { WAKE, type House } from "../kernel/index.js";
import { checkConnectionBudget } from "./connectionBudget.js";

export interface HouseOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly secrets: Pick<Secrets, "mediaKey" | "sessionEncryptionKey">;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly waker: Waker;
  /** The ffmpeg to use; by default the one on the PATH. */
  readonly ffmpegPath?: string;
  /** How PostgreSQL lists our connections, together with the size of the pools. */
  readonly applicationName: string;
  /** Connections to PostgreSQL; the start is refused when the sum over all processes exceeds what the server allows (ARCHITECTURE 19). */
  readonly poolSize: number;
  /** Connections that only intake uses; 0: intake shares those of all other work. */
  readonly intakePoolSize?: number;
}

export interface OpenHouse {
  readonly house: House;
  /** The same house on intake's own connections. */
  readonly intake: House;
  close(): Promise<void>;
}

/** Older than this a process must not be about people, queues, connections and settings (P-26): 4 s and the time of a read. */
const DIRECTORY_MS = 4_000;

/** Opens the house on a migrated database that has room for it, else DatabaseNotUsable: pools, file store, and the directory, which from now on is kept fresh. */
export async function openHouse(options: HouseOptions): Promise<OpenHouse> {
  const { secrets, logger, clock, waker } = options;
  const { poolSize, intakePoolSize = 0 } = options;
  const needed = poolSize + intakePoolSize;
  await checkConnectionBudget(options.databaseUrl, { program: options.applicationName, needed });
  const pool = {
    url: options.databaseUrl,
    applicationName: toProgramName(options.applicationName, needed, randomToken().slice(0, 8)),
    poolSize,
    onCommitted: waker.signal,
    onPoolError: (error: Error) => logger.warn({ err: error }, "a connection to PostgreSQL was lost"),
  };
  const database = openDatabase(pool);
  const beside = intakePoolSize > 0 ? openBeside(database, { ...pool, poolSize: intakePoolSize }) : null;
  const closeAll = async (): Promise<void> => {
    await beside?.close();
    await database.close();
  };
  try {
    const directory = await openDirectory(database.sql);
    const files = createFileStore({ root: path.join(options.dataDir, "files"), blockedExtensions: defaultBlockedExtensions, clock });
    const house: House = {
      database,
      directory,
      clock,
      waker,
      logger,
      files,
      audio: createAudioTool(options.ffmpegPath === undefined ? {} : { program: options.ffmpegPath }),
      sealer: createSealer(secrets.sessionEncryptionKey),
      fileUrl: createFileUrl(secrets.mediaKey, clock),
    };
    const work = async (): Promise<boolean> => {
      await directory.refresh();
      return false;
    };
    const loop = createLoop({ name: "directory", work, idleMs: DIRECTORY_MS, logger });
    const stopListening = waker.listen(WAKE.directory, loop.wake);
    loop.start();
    return {
      house,
      intake: beside ? { ...house, database: beside } : house,
      close: async () => {
        stopListening();
        await loop.stop();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
