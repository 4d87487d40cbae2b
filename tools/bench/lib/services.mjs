import { startOwnDatabase } from "./ownDatabase.mjs";
import { built } from "./place.mjs";

const SECRETS = { mediaKey: "m".repeat(44), sessionEncryptionKey: Buffer.alloc(32, 7).toString("base64"), vapidKey: "v".repeat(44) };

/**
 * Opens what the commands and queries of a program need, on an empty database of its own and without Redis. `databasePid` is the
 * process whose children are the database at `databaseUrl`. `stop` removes everything.
 */
export async function openOwnServices({ program, poolSize }) {
  const { folder, database, onStop, stop } = await startOwnDatabase();
  try {
    const { runMigrations } = await built("packages/database", "migrations");
    const { openServices } = await built("packages/application", "roof/startup");
    const { createSilentLogger } = await built("packages/platform", "logger");
    const { systemClock } = await built("packages/platform", "clock");
    const { createRedis, createWaker } = await built("packages/platform", "redis");
    await runMigrations(database.url);
    const logger = createSilentLogger();
    const opened = await openServices({
      databaseUrl: database.url,
      dataDir: folder,
      secrets: SECRETS,
      logger,
      clock: systemClock,
      waker: createWaker({ redis: createRedis(undefined, logger), clock: systemClock, logger }),
      applicationName: `balcao-${program}`,
      poolSize,
    });
    onStop(() => opened.close());
    return { services: opened.services, databaseUrl: database.url, databasePid: database.child.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
