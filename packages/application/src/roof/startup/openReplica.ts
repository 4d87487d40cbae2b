import { openReadReplica, type ReadReplica } from "@balcao/database/replica";
import type { SearchPool } from "@balcao/database/search";
import { toProgramName, type Sql } from "@balcao/database/sql";
import type { Clock } from "@balcao/platform/clock";
import { randomToken } from "@balcao/platform/ids";
import type { Logger } from "@balcao/platform/logger";
import { createLoop } from "@balcao/platform/loops";
import { DatabaseNotUsable } from "./migrate.js";

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

export interface OpenReplica {
  readonly replica: ReadReplica;
  close(): Promise<void>;
}

/**
 * Opens the replica of DATABASE_REPLICA_URL and looks how it is from then on. One that is away is no obstacle to a start; throws
 * DatabaseNotUsable for a copy of another database.
 */
export async function openReplica({ url, applicationName, logger, clock, primary }: ReplicaOptions): Promise<OpenReplica> {
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
