import { createLifecycle } from "@balcao/platform/lifecycle";
import { createLogger } from "@balcao/platform/logger";
import { EnvError, readEnv } from "@balcao/platform/env";
import { startWorker } from "./worker/index.js";

/** Entry point of a worker process: lanes, gateway sessions and timers, by ROLES. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const logger = createLogger({ name: "worker", level: env.logLevel });
  const lifecycle = createLifecycle({ logger });
  await startWorker(env, logger, lifecycle);
  logger.info({ roles: env.roles }, "the worker is ready");
  process.send?.({ ready: true });
}

main().catch((error: unknown) => {
  const lines = error instanceof EnvError ? error.faults : [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exit(error instanceof EnvError ? error.exitCode : 1);
});
