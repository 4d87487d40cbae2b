import { readVersion, runProgram } from "@balcao/platform/startup";
import { startWorker } from "./worker/index.js";

/** Entry point of a worker process: lanes, gateway sessions and timers, by ROLES. */
await runProgram("worker", async ({ env, logger, lifecycle }) => {
  await startWorker(env, logger, lifecycle, { version: await readVersion(new URL("../package.json", import.meta.url)) });
  logger.info({ roles: env.roles }, "the worker is ready");
  return {};
});
