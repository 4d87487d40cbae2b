import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations, SchemaRefused } from "@balcao/database/migrations";
import { errorCode } from "@balcao/platform/errors";
import type { Logger } from "@balcao/platform/logger";

/** PostgreSQL cannot be used in its present state; the message says how to fix it. */
export class DatabaseNotUsable extends Error {
  override readonly name = "DatabaseNotUsable";
  readonly exitCode = 78;
}

const PAUSE_MS = 1_000;

/** Temporary errors: the server is unreachable, starting, or out of connections. */
const TEMPORARY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOENT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08000",
  "08001",
  "08006",
  "55P03",
]);

const REMEDIES: Readonly<Record<string, string>> = {
  "28P01": "DATABASE_URL has a wrong password.",
  "28000": "DATABASE_URL names a role that may not sign in.",
  "3D000": "DATABASE_URL names a database that does not exist: create it first.",
  "25006":
    "DATABASE_URL names a server that can only be read, such as a replica. Name the main server there, and the replica in DATABASE_REPLICA_URL.",
  "42501": "The role of DATABASE_URL may not create tables or extensions: make it the owner of the database.",
};

/**
 * Migrates the schema to the current version; waits for a database that is still starting, and logs
 * that once. Throws DatabaseNotUsable where waiting would not help.
 */
export async function migrateWhenReady(url: string, logger: Logger, signal: AbortSignal): Promise<void> {
  let isLogged = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      await runMigrations(url, { signal, onStep: (step) => logger.info({ step }, "migrating the database") });
      return;
    } catch (error) {
      if (error instanceof SchemaRefused) throw new DatabaseNotUsable(error.message, { cause: error });
      const code = errorCode(error) ?? "";
      if (REMEDIES[code] !== undefined) throw new DatabaseNotUsable(REMEDIES[code], { cause: error });
      if (!TEMPORARY.has(code) && !isConnectionEnd(error)) throw error;
      if (!isLogged) logger.warn({ code }, "PostgreSQL does not answer yet; waiting for it. Check DATABASE_URL when this lasts");
      isLogged = true;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}

function isConnectionEnd(error: unknown): boolean {
  return error instanceof Error && /Connection terminated|the database system is (?:starting up|shutting down)/.test(error.message);
}
