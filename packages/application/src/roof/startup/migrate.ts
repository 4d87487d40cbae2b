import { setTimeout as sleep } from "node:timers/promises";
import { findLastBackup } from "@balcao/database/backup";
import { listPending, runMigrations, SchemaRefused } from "@balcao/database/migrations";
import type { Sql } from "@balcao/database/sql";
import { errorCode, RepairableError } from "@balcao/platform/errors";
import type { Logger } from "@balcao/platform/logger";
import { databaseRemedy, databaseSentence } from "./databaseSentence.js";

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
  "ENETUNREACH",
  "ENOENT",
  "57P01",
  "57P02",
  "57P03",
  "53100",
  "53300",
  "08000",
  "08001",
  "08006",
  "55P03",
]);

const NO_ANSWER = "PostgreSQL does not answer yet: check DATABASE_URL when this lasts.";

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
  const remedy = databaseRemedy(error);
  if (remedy !== null) throw new DatabaseNotUsable(remedy, { cause: error });
  if (!TEMPORARY.has(code) && !isConnectionEnd(error)) throw error;
  return databaseSentence(error) ?? NO_ANSWER;
}

function isConnectionEnd(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Connection terminated|timeout expired|the database system is (?:starting up|shutting down)/.test(error.message)
  );
}

/** For so long a backup counts as the one before a migration. */
const FRESH_MS = 3_600_000;

/** What an upgrade would migrate. */
interface PendingMigrations {
  readonly names: readonly string[];
  /** A complete backup is less than an hour old. */
  readonly isBackedUp: boolean;
}

/** Lists the migrations that the database lacks, and whether they need a backup before (D-453); none for an empty database. */
export async function listPendingMigrations(sql: Sql, now: Date): Promise<PendingMigrations> {
  const names = await listPending(sql);
  const last = names.length === 0 ? null : await findLastBackup(sql);
  return { names, isBackedUp: last !== null && now.getTime() - last.finishedAt.getTime() < FRESH_MS };
}
