import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations, SchemaRefused } from "@balcao/database/migrations";
import { certificateSentence, connectionSentence, errorCode, RepairableError } from "@balcao/platform/errors";
import type { Logger } from "@balcao/platform/logger";

/** PostgreSQL cannot be used in its present state; the message says how to fix it. */
export class DatabaseNotUsable extends RepairableError {
  override readonly name = "DatabaseNotUsable";
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

/** What a wait is due to, besides a server that does not run. */
const WAITING: Readonly<Record<string, string>> = {
  "53300": "PostgreSQL has no free connection: end programs that hold them (pg_stat_activity), or raise max_connections.",
  "55P03":
    "Another program holds a lock on a table that a migration changes: look in pg_stat_activity for a backup, pg_dump or an open transaction, and end it when this lasts.",
};

const NO_ANSWER = "PostgreSQL does not answer yet: check DATABASE_URL when this lasts.";

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
 * each cause once. Throws DatabaseNotUsable where waiting would not help.
 */
export async function migrateWhenReady(
  url: string,
  logger: Logger,
  signal: AbortSignal,
  { connectMs }: { readonly connectMs?: number } = {},
): Promise<void> {
  let logged: string | null = null;
  for (;;) {
    signal.throwIfAborted();
    try {
      await runMigrations(url, {
        signal,
        ...(connectMs !== undefined && { connectMs }),
        onStep: (step) => logger.info({ step }, "migrating the database"),
      });
      return;
    } catch (error) {
      const sentence = explainWait(error);
      if (sentence !== logged) logger.warn({ code: errorCode(error) ?? "" }, `${sentence} The process waits.`);
      logged = sentence;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}

/** Why the database must be waited for. Throws the error where that would not help, as a sentence where there is one. */
function explainWait(error: unknown): string {
  if (error instanceof SchemaRefused) throw new DatabaseNotUsable(error.message, { cause: error });
  const code = errorCode(error) ?? "";
  const remedy = certificateSentence(code, "DATABASE_URL") ?? REMEDIES[code];
  if (remedy !== undefined) throw new DatabaseNotUsable(remedy, { cause: error });
  if (!TEMPORARY.has(code) && !isConnectionEnd(error)) throw error;
  return connectionSentence(code, "DATABASE_URL") ?? WAITING[code] ?? NO_ANSWER;
}

function isConnectionEnd(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Connection terminated|timeout expired|the database system is (?:starting up|shutting down)/.test(error.message)
  );
}
