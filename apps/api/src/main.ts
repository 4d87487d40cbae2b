import { EnvError, readEnv } from "@balcao/platform/env";
import { FilesUnavailable } from "@balcao/platform/files";
import { createLifecycle } from "@balcao/platform/lifecycle";
import { createLogger } from "@balcao/platform/logger";
import { SecretsError } from "@balcao/platform/secrets";
import type { FirstAdmin } from "@balcao/application/auth";
import { DatabaseNotUsable } from "@balcao/application/startup";
import { composeApi } from "./composition.js";
import { openApiServer, PortNotUsable } from "./server.js";
import { readVersion } from "./version.js";

/** Errors that a person can repair: their message is the sentence to show. */
const REPAIRABLE = [EnvError, SecretsError, DatabaseNotUsable, FilesUnavailable, PortNotUsable] as const;

async function start(): Promise<void> {
  const env = readEnv(process.env, "api");
  const logger = createLogger({ name: "api", level: env.logLevel });
  const lifecycle = createLifecycle({ logger });
  try {
    const version = await readVersion();
    const apiServer = await openApiServer({ host: env.host, port: env.port, version, isBehindProxy: env.trustProxy > 0 });
    const { firstAdmin } = await composeApi({ env, logger, lifecycle, apiServer, version });
    if (!env.isHttps)
      logger.warn(
        { publicUrl: env.publicUrl },
        "people come over http: passwords and cookies are not protected on the way; use an https PUBLIC_URL beyond this machine",
      );
    logger.info({ host: env.host, port: apiServer.port, dataDir: env.dataDir }, "the api is ready");
    if (firstAdmin && !process.connected) process.stdout.write(`${describeFirstSignIn(firstAdmin)}\n`);
    notifyParent({ ready: true, port: apiServer.port, ...(firstAdmin && { firstAdmin }) });
  } catch (error) {
    if (lifecycle.signal.aborted) return;
    logger.fatal({ err: error }, "the api cannot start");
    notifyParent({ ready: false, error: sentenceOf(error) });
    await lifecycle.stop("it cannot start", exitCodeOf(error));
  }
}

function isRepairable(error: unknown): error is InstanceType<(typeof REPAIRABLE)[number]> {
  return REPAIRABLE.some((kind) => error instanceof kind);
}

function sentenceOf(error: unknown): string {
  return isRepairable(error) ? error.message : "The api cannot start; its log says why.";
}

function exitCodeOf(error: unknown): number {
  return isRepairable(error) ? error.exitCode : 1;
}

/** For people who read the log of a container. It is not written by the logger, so that no log file of the launcher has the password. */
function describeFirstSignIn({ email, password }: FirstAdmin): string {
  const secret = password === undefined ? "the password of ADMIN_PASSWORD" : `password ${password}`;
  return `First sign-in, shown until somebody has used it: e-mail ${email}, ${secret}. Change the password afterwards.`;
}

/** Sends a message to the parent process, if it listens. */
function notifyParent(message: Readonly<Record<string, unknown>>): void {
  if (process.connected) process.send?.(message);
}

try {
  await start();
} catch (error) {
  // Without a configuration there is no logger yet.
  process.stderr.write(`${sentenceOf(error)}\n`);
  notifyParent({ ready: false, error: sentenceOf(error) });
  process.exitCode = exitCodeOf(error);
  if (process.connected) process.disconnect();
}
