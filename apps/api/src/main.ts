import { readFile } from "node:fs/promises";
import { EnvError, readEnv } from "@balcao/platform/env";
import { createLifecycle } from "@balcao/platform/lifecycle";
import { createLogger } from "@balcao/platform/logger";
import { SecretsError } from "@balcao/platform/secrets";
import type { FirstAdmin } from "@balcao/application/auth";
import { DatabaseNotUsable } from "@balcao/application/startup";
import { composeApi } from "./composition.js";
import { openFrontDoor, PortNotUsable } from "./server.js";

/** Errors that a person mends: their message is the sentence to show. */
const MENDABLE = [EnvError, SecretsError, DatabaseNotUsable, PortNotUsable] as const;

async function start(): Promise<void> {
  const env = readEnv(process.env, "api");
  const logger = createLogger({ name: "api", level: env.logLevel });
  const lifecycle = createLifecycle({ logger });
  try {
    const version = await readVersion();
    const front = await openFrontDoor({ host: env.host, port: env.port, version, isBehindProxy: env.trustProxy > 0 });
    const { firstAdmin } = await composeApi({ env, logger, lifecycle, front, version });
    if (!env.isHttps)
      logger.warn(
        { publicUrl: env.publicUrl },
        "people come over http: passwords and cookies are not protected on the way; use an https PUBLIC_URL beyond this machine",
      );
    logger.info({ host: env.host, port: front.port, dataDir: env.dataDir }, "the api is ready");
    if (firstAdmin && !process.connected) process.stdout.write(`${describeFirstSignIn(firstAdmin)}\n`);
    tell({ ready: true, port: front.port, ...(firstAdmin && { firstAdmin }) });
  } catch (error) {
    if (lifecycle.signal.aborted) return;
    logger.fatal({ err: error }, "the api cannot start");
    tell({ ready: false, error: sentenceOf(error) });
    await lifecycle.stop("it cannot start", exitCodeOf(error));
  }
}

function isMendable(error: unknown): error is InstanceType<(typeof MENDABLE)[number]> {
  return MENDABLE.some((kind) => error instanceof kind);
}

function sentenceOf(error: unknown): string {
  return isMendable(error) ? error.message : "The api cannot start; its log says why.";
}

function exitCodeOf(error: unknown): number {
  return isMendable(error) ? error.exitCode : 1;
}

/** For whoever reads the log of a container. It goes past the logger, so that it is in no log file of a launcher. */
function describeFirstSignIn({ email, password }: FirstAdmin): string {
  const secret = password === undefined ? "the password of ADMIN_PASSWORD" : `password ${password}`;
  return `First sign-in, shown until somebody has used it: e-mail ${email}, ${secret}. Change the password afterwards.`;
}

/** Tells the process that started this one, if it listens. */
function tell(message: Readonly<Record<string, unknown>>): void {
  if (process.connected) process.send?.(message);
}

async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : undefined;
  return typeof version === "string" ? version : "0";
}

try {
  await start();
} catch (error) {
  // The configuration is what the logger is made from, so there is none yet.
  process.stderr.write(`${sentenceOf(error)}\n`);
  tell({ ready: false, error: sentenceOf(error) });
  process.exitCode = exitCodeOf(error);
  if (process.connected) process.disconnect();
}
