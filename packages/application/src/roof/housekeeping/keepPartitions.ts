import { deleteStrayLiveEvents, detachLiveDay, dropDetachedLiveDays, listOldLiveDays } from "@balcao/database/live";
import { addPartitions, PARTITIONED, readNow, takeTurn } from "@balcao/database/partitions";
import { isRepeatable } from "@balcao/database/sql";
import type { Services } from "../../ground/kernel/index.js";

type Kept = Pick<Services, "database" | "logger">;

/**
 * What fails is left to the next run: a table that somebody uses for long, or a partition that cannot be made. The default partition
 * takes the rows meanwhile, and nothing else may stop for it.
 */
async function orInNextRun({ logger }: Kept, table: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isRepeatable(error)) logger.info({ table, err: error }, "partitions are in use; they are changed in the next run");
    else logger.error({ table, err: error }, "partitions could not be changed; it is tried again in the next run");
  }
}

/** Creates the partitions of the coming day and year, long before their first row (ADR 34). Several processes may run it at once. */
export async function keepPartitions(services: Kept): Promise<void> {
  const { database, logger } = services;
  const now = await readNow(database.sql);
  for (const table of PARTITIONED)
    await orInNextRun(services, table.name, async () => {
      const added = await database.transaction(async (tx) => ((await takeTurn(tx)) ? addPartitions(tx, table, now) : []));
      if (added.length > 0) logger.info({ added }, "partitions were created");
    });
}

/** Drops the days of live events that are older than a day, and deletes what belongs to no day. */
export async function retireLiveEvents(services: Kept): Promise<void> {
  const { database } = services;
  await orInNextRun(services, "live_event", async () => {
    await dropDetachedLiveDays(database.sql);
    for (const name of await listOldLiveDays(database.sql, await readNow(database.sql)))
      await database.transaction((tx) => detachLiveDay(tx, name));
    await dropDetachedLiveDays(database.sql);
  });
  let above = 0;
  do above = await deleteStrayLiveEvents(database.sql, above);
  while (above > 0);
}
