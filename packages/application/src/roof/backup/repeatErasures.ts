import { runMigrations } from "@balcao/database/migrations";
import type { Clock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import { createSilentLogger } from "@balcao/platform/logger";
import { createRedis, createWaker } from "@balcao/platform/redis";
import { loadSecrets } from "@balcao/platform/secrets";
import { eraseAgain, type ListedErasure } from "../../people/privacy/index.js";
import { openServices } from "../startup/index.js";

type Place = Pick<Env, "databaseUrl" | "dataDir" | "givenSecrets" | "files">;

/** Erases whom a restored database has again, and returns how many contacts that were. Nothing else may run on the database. */
export async function repeatErasures(place: Place, clock: Clock, erasures: readonly ListedErasure[]): Promise<number> {
  if (erasures.length === 0) return 0;
  const { databaseUrl, dataDir, givenSecrets, files } = place;
  // A database that PostgreSQL put back may be of before an upgrade.
  await runMigrations(databaseUrl);
  const logger = createSilentLogger();
  const redis = createRedis(undefined, logger);
  const { services, close } = await openServices({
    ...{ databaseUrl, dataDir, files, logger, clock, waker: createWaker({ redis, clock, logger }) },
    secrets: await loadSecrets(dataDir, givenSecrets, ["mediaKey", "sessionEncryptionKey", "vapidKey"]),
    applicationName: "balcao-restore",
    poolSize: 2,
  });
  try {
    return await eraseAgain(services, erasures);
  } finally {
    await close();
  }
}
