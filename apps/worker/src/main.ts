import { DatabaseNotUsable } from "@balcao/application/startup";
import { EnvError, readEnv } from "@balcao/platform/env";
import { createLifecycle } from "@balcao/platform/lifecycle";
import { createLogger } from "@balcao/platform/logger";
import { SecretsError } from "@balcao/platform/secrets";
import { startWorker } from "./worker/index.js";

/** Errors that a person mends: their message is the sentence to show. */
const MENDABLE = [EnvError, SecretsError, DatabaseNotUsable] as const;

/** Entry point of a worker process: lanes, gateway sessions and timers, by ROLES. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const logger = createLogger({ name: "worker", level: env.logLevel });
  const lifecycle = createLifecycle({ logger });
  await startWorker(env, logger, lifecycle);
  logger.info({ roles: env.roles }, "the worker is ready");
  process.send?.({ ready: true });
}

function isMendable(error: unknown): error is InstanceType<(typeof MENDABLE)[number]> {
  return MENDABLE.some((kind) => error instanceof kind);
}

/** Ends the process with the error in words, once whoever started it has been told. */
function fail(error: unknown): void {
  const sentence = isMendable(error) ? error.message : "The worker cannot start; its log says why.";
  process.stderr.write(`${isMendable(error) || !(error instanceof Error) ? sentence : (error.stack ?? error.message)}\n`);
  const exit = (): never => process.exit(isMendable(error) ? error.exitCode : 1);
  if (process.connected && process.send) process.send({ ready: false, error: sentence }, undefined, undefined, exit);
  else exit();
}

main().catch(fail);
