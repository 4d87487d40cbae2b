import { findLastBackup } from "@balcao/database/backup";
import { listPending } from "@balcao/database/migrations";
import type { Sql } from "@balcao/database/sql";

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
