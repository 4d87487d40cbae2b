import { migrateWhenReady } from "@balcao/application/roof/startup";
import { createLogger } from "@balcao/platform/logger";
import { runCommand } from "./runCommand.js";

/** `node migrate.js`: migrates the database to this version, as each start does. Refuses the database of a newer version. */
await runCommand("migrate", async ({ env, say }) => {
  const logger = createLogger({ name: "migrate", level: env.logLevel });
  const stopper = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopper.abort());
  await migrateWhenReady(env.databaseUrl, logger, stopper.signal);
  say("The database is the one of this version.");
  return 0;
});
