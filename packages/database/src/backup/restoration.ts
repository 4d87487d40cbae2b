import type pg from "pg";
import { MIGRATIONS, OLDEST_POSTGRES, runMigrations } from "../migrations/index.js";
import { finishLoad, loadTable, prepareLoad, settleRestored } from "./load.js";
import { dropAside, isAside, moveAside, moveBack } from "./schemaSwap.js";
import { beginWithoutMoment, connectForBackup, type CopiedTable, type SequenceState } from "./snapshot.js";

/** Why a database cannot take a restore; the message is a sentence for people. */
export class RestoreRefused extends Error {
  override readonly name = "RestoreRefused";
}

/** A database that gets the content of a backup. Until `accept` the earlier content is kept beside it. */
export interface Restoration {
  /** Whether opening it has undone an interrupted restore. */
  readonly hasUndone: boolean;
  /** Makes the schema that the backup had, and empty tables. */
  begin(migrations: readonly string[], tables: readonly CopiedTable[]): Promise<void>;
  /** Adds one piece of a table's rows, and returns their number. */
  load(table: CopiedTable, piece: Buffer): Promise<number>;
  /** Makes indexes and references, settles sends with `error`, and migrates to the newest schema. Returns how many sends were settled. */
  finish(sequences: readonly SequenceState[], error: object): Promise<number>;
  /** Deletes the earlier content. */
  accept(): Promise<void>;
  /** Deletes what was restored, and puts the earlier content back. */
  undo(): Promise<void>;
  close(): Promise<void>;
}

/** Refuses a schema of a newer version than this one. */
export function checkMigrations(names: readonly string[]): void {
  const unknown = names.filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
  if (unknown.length === 0) return;
  throw new RestoreRefused(
    `The backup was made by a newer version of Balcão (${unknown.at(-1)}). Nothing was changed; install that version or a newer one, then restore.`,
  );
}

async function checkServer(client: pg.Client, isReplacing: boolean): Promise<void> {
  const { rows } = await client.query<{ major: number; isReadOnly: boolean; isUsed: boolean; running: string | null }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major,
       pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
       to_regclass('public.schema_migration') IS NOT NULL AS "isUsed",
       (SELECT min(application_name) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND application_name ~ '^balcao-(api|worker|backup|restore)') AS running`,
  );
  const [found] = rows;
  if (!found) return;
  if (found.major < OLDEST_POSTGRES)
    throw new RestoreRefused(
      `The server is PostgreSQL ${found.major}; version ${OLDEST_POSTGRES} or newer is needed. Nothing was changed.`,
    );
  if (found.isReadOnly) throw new RestoreRefused("The database can only be read: it is a replica. Name the main server in DATABASE_URL.");
  if (found.running !== null)
    throw new RestoreRefused(
      `Balcão uses this database (${found.running.split(" ")[0]}). Stop all its processes, then restore. Nothing was changed.`,
    );
  if (found.isUsed && !isReplacing)
    throw new RestoreRefused("The database already holds an installation. Back it up, then restore with --replace. Nothing was changed.");
}

interface RestorationOptions {
  /** Whether an installation that the database holds is moved aside. */
  readonly isReplacing: boolean;
  readonly onStep: (step: string) => void;
  /** Called before the earlier content is put back; when it fails, nothing is put back. */
  readonly beforeUndo?: () => Promise<void>;
}

/** Opens a database for a restore, after undoing what an interrupted one left. Throws RestoreRefused. */
export async function openRestoration(
  url: string,
  { isReplacing, onStep, beforeUndo = () => Promise.resolve() }: RestorationOptions,
): Promise<Restoration> {
  const client = await connectForBackup(url, "balcao-restore");
  let hasUndone: boolean;
  const putBack = async (): Promise<void> => {
    await beforeUndo();
    await moveBack(client);
  };
  try {
    hasUndone = await isAside(client);
    await checkServer(client, isReplacing || hasUndone);
    if (hasUndone) await putBack();
    await checkServer(client, isReplacing);
  } catch (error) {
    await client.end();
    throw error;
  }
  let copied: readonly CopiedTable[] = [];
  let prepared: Awaited<ReturnType<typeof prepareLoad>> = { indexes: [], references: [] };
  return {
    hasUndone,
    begin: async (migrations, tables) => {
      checkMigrations(migrations);
      await moveAside(client);
      await runMigrations(url, { only: migrations, isRestore: true });
      copied = tables;
      prepared = await prepareLoad(client, tables);
    },
    load: (table, piece) => loadTable(client, table, piece),
    finish: async (sequences, error) => {
      await finishLoad(client, { tables: copied, sequences, prepared, onStep });
      const settled = await settleRestored(client, error);
      await runMigrations(url, { isRestore: true });
      return settled;
    },
    accept: async () => {
      // The last commit waits for the disk, and with it all earlier ones.
      await client.query("SET synchronous_commit = on");
      await dropAside(client);
    },
    undo: async () => {
      if (await isAside(client)) await putBack();
    },
    close: () => client.end(),
  };
}

/**
 * Settles an installation whose database was put back to an earlier moment by PostgreSQL's own means, as a restore does. Returns how many
 * sends were settled. Throws RestoreRefused.
 */
export async function settleInPlace(url: string, error: object): Promise<number> {
  const client = await connectForBackup(url, "balcao-restore");
  try {
    if (await isAside(client))
      throw new RestoreRefused("A restore of this database was interrupted. Restore again, or undo it with --undo. Nothing was changed.");
    await checkServer(client, true);
    const { rows } = await client.query<{ name: string }>("SELECT name FROM schema_migration").catch(() => ({ rows: [] }));
    if (rows.length === 0) throw new RestoreRefused("The database holds no installation. Nothing was changed.");
    checkMigrations(rows.map(({ name }) => name));
    await client.query("BEGIN");
    const settled = await settleRestored(client, error);
    await beginWithoutMoment(client);
    await client.query("COMMIT");
    return settled;
  } finally {
    await client.end();
  }
}
