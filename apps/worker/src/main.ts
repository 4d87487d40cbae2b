import { readFile } from "node:fs/promises";
import { DatabaseNotUsable } from "@balcao/application/startup";
import { EnvError, readEnv } from "@balcao/platform/env";
import { FilesUnavailable } from "@balcao/platform/files";
import { createLifecycle } from "@balcao/platform/lifecycle";
import { createLogger } from "@balcao/platform/logger";
import { SecretsError } from "@balcao/platform/secrets";
import { startWorker } from "./worker/index.js";

/** Errors that a person can repair: their message is the sentence to show. */
const REPAIRABLE = [EnvError, SecretsError, DatabaseNotUsable, FilesUnavailable] as const;

/** Entry point of a worker process: lanes, gateway sessions and timers, by ROLES. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const logger = createLogger({ name: "worker", level: env.logLevel });
  const lifecycle = createLifecycle({ logger });
  await startWorker(env, logger, lifecycle, { version: await readVersion() });
  logger.info({ roles: env.roles }, "the worker is ready");
  process.send?.({ ready: true });
}

async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : undefined;
  return typeof version === "string" ? version : "0";
}

function isRepairable(error: unknown): error is InstanceType<(typeof REPAIRABLE)[number]> {
  return REPAIRABLE.some((kind) => error instanceof kind);
}

/** Sends the error's sentence to the parent process, and then ends this one. */
function fail(error: unknown): void {
  const sentence = isRepairable(error) ? error.message : "The worker cannot start; its log says why.";
  process.stderr.write(`${isRepairable(error) || !(error instanceof Error) ? sentence : (error.stack ?? error.message)}\n`);
  const exit = (): never => process.exit(isRepairable(error) ? error.exitCode : 1);
  if (process.connected && process.send) process.send({ ready: false, error: sentence }, undefined, undefined, exit);
  else exit();
}

main().catch(fail);
