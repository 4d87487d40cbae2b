import type pg from "pg";
import { asRecordedNow, findOlder, MIGRATIONS, OLDEST_POSTGRES, PASSAGE, runMigrations, RUNNER_LOCK } from "../migrations/index.js";
import { finishLoad, loadTable, prepareLoad, settleRestored } from "./load.js";
import { dropAside, isAside, moveAside, moveBack, readAsideId } from "./schemaSwap.js";
import { beginWithoutMoment, connectForBackup, type CopiedTable, type SequenceState } from "./snapshot.js";

const CREATES = /CREATE\s+(?:OR REPLACE\s+)?(?:TABLE|SEQUENCE|VIEW|FUNCTION)\s+(?:IF NOT EXISTS\s+)?(?:public\.)?([a-z0-9_]+)/g;

/** Names of what any migration makes, in any version up to this one. */
function namesOfOurs(): string[] {
  const texts = MIGRATIONS.flatMap((migration) =>
    "sql" in migration ? [migration.sql] : migration.steps.map((step) => (typeof step === "string" ? step : step.each)),
  );
  return ["schema_migration", ...texts.flatMap((text) => [...text.matchAll(CREATES)].flatMap(([, name]) => name ?? []))];
}

// A day of live events that was taken out is about to be dropped.
const LISTING = `
  SELECT o.relname::text AS name FROM pg_class o
    WHERE o.relnamespace = to_regnamespace('public') AND o.relkind IN ('r', 'p', 'v', 'm', 'S') AND NOT o.relispartition AND o.relname <> ALL ($1)
      AND o.relname !~ '^live_event_(until_)?[0-9]'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = o.oid AND (d.deptype = 'e'
        OR o.relkind = 'S' AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass))
  UNION
  SELECT r.ev_class::regclass::text FROM pg_rewrite r JOIN pg_class o ON o.oid = r.ev_class AND o.relnamespace <> to_regnamespace('public')
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
    JOIN pg_class used ON used.oid = d.refobjid AND used.relnamespace = to_regnamespace('public') AND used.relname = ANY ($1)
  UNION
  SELECT p.proname || '()' FROM pg_proc p WHERE p.pronamespace = to_regnamespace('public') AND p.proname <> ALL ($1)
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  ORDER BY 1`;

/**
 * Lists what a restore would delete although no backup has it: tables, views, sequences and functions in the schema `public` that no
 * migration made, such as a year taken out of the audit, and views elsewhere that read ours.
 */
async function listForeignObjects(client: pg.Client): Promise<string[]> {
  return (await client.query<{ name: string }>(LISTING, [namesOfOurs()])).rows.map(({ name }) => name);
}

/** Why a database cannot take a restore; the message is a sentence for people. */
class RestoreRefused extends Error {
  override readonly name = "RestoreRefused";
}

/** A database that gets the content of a backup. Until `accept` the earlier content is kept beside it. */
export interface Restoration {
  /** Whether opening it has undone an interrupted restore. */
  readonly hasUndone: boolean;
  /** Makes the schema that the backup had, and empty tables. `id` names this restore until it has ended. */
  begin(id: string, migrations: readonly string[], tables: readonly CopiedTable[]): Promise<void>;
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

/** Refuses a schema of a newer version than this one, and one of before the baseline. */
export function checkMigrations(names: readonly string[]): void {
  const older = findOlder(names);
  if (older !== null)
    throw new RestoreRefused(
      `The backup is of an old version of Balcão (${older}), from which only versions up to the commit ${PASSAGE} migrate. Nothing was changed. ` +
        `Pass through it: git checkout ${PASSAGE}, restore the backup there, npm run backup; then restore that backup with this version.`,
    );
  const unknown = asRecordedNow(names).filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
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
          AND application_name ~ '^balcao-(?!doctor)') AS running`,
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

/** Refuses a schema with objects that the restore would delete and no backup has. */
async function checkForeignObjects(client: pg.Client): Promise<void> {
  const names = await listForeignObjects(client);
  if (names.length === 0) return;
  throw new RestoreRefused(
    `The restore would delete what is in the database and in no backup: ${names.join(", ")}. Nothing was changed. Copy what you need ` +
      "and drop it (a year taken out of the audit: docs/OPERATIONS.md), or move it to another schema: CREATE SCHEMA kept; ALTER TABLE NAME SET SCHEMA kept. " +
      "Views that read tables of Balcão cannot be kept: drop them, and make them again afterwards.",
  );
}

/** Moves the present installation aside while nobody migrates it; who begins afterwards finds it aside and refuses. */
async function moveAsideAlone(client: pg.Client, id: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [RUNNER_LOCK]);
  if (rows[0]?.taken !== true)
    throw new RestoreRefused("A process of Balcão migrates this database. Stop all of them, then restore. Nothing was changed.");
  try {
    await moveAside(client, id);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [RUNNER_LOCK]).catch(() => undefined);
  }
}

interface RestorationOptions {
  /** Whether an installation that the database holds is moved aside. */
  readonly isReplacing: boolean;
  readonly onStep: (step: string) => void;
  /** Nothing is restored afterwards. */
  readonly isUndoOnly?: boolean;
  /** Called with the id of the restore before the earlier content is put back; when it fails, nothing is put back. */
  readonly beforeUndo?: (id: string | null) => Promise<void>;
}

/** Opens a database for a restore, after undoing what an interrupted one left. Throws RestoreRefused. */
export async function openRestoration(
  url: string,
  { isReplacing, onStep, isUndoOnly = false, beforeUndo = () => Promise.resolve() }: RestorationOptions,
): Promise<Restoration> {
  const client = await connectForBackup(url, "balcao-restore");
  let hasUndone: boolean;
  const putBack = async (): Promise<void> => {
    await beforeUndo(await readAsideId(client));
    await moveBack(client);
  };
  try {
    hasUndone = await isAside(client);
    await checkServer(client, isReplacing || hasUndone);
    if (hasUndone) await putBack();
    await checkServer(client, isReplacing);
    if (!isUndoOnly) await checkForeignObjects(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  let copied: readonly CopiedTable[] = [];
  let prepared: Awaited<ReturnType<typeof prepareLoad>> = { indexes: [], references: [] };
  return {
    hasUndone,
    begin: async (id, migrations, tables) => {
      checkMigrations(migrations);
      await moveAsideAlone(client, id);
      await runMigrations(url, { only: asRecordedNow(migrations), isRestore: true });
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
