import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isAside } from "../backup/schemaSwap.js";
import { addPartitionsOn } from "../partitions/index.js";
import { baseline } from "./baseline.js";
import { checkServer, SchemaRefused } from "./checkServer.js";
import type { Migration } from "./migration.js";
import { asRecordedNow, findOlder, isOfBefore, PASSAGE, REPLACED } from "./replaced.js";

/** Of who migrates. Any number works, but it must be the same in every version. */
export const RUNNER_LOCK = 727_001;
/** How long a process waits before it asks again whether the other one has ended. */
const TURN_PAUSE_MS = 200;

export interface MigrationOptions {
  /** Receives the name of each step before it runs. */
  readonly onStep?: (step: string) => void;
  /** Runs these migrations only: those of a backup. */
  readonly only?: readonly string[];
  /** The caller is the restore, which keeps the earlier installation aside. */
  readonly isRestore?: boolean;
  /** Ends the wait for another process. */
  readonly signal?: AbortSignal;
  /** How long a server may take to accept the connection; 10 s by default. */
  readonly connectMs?: number;
}

/**
 * Returns the names of what has run, as the database records them. Refuses a schema that a newer version has migrated, one of before the
 * baseline, and one in the middle of a restore.
 */
async function checkSchema(client: pg.Client, migrations: readonly Migration[], isRestore: boolean): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM schema_migration ORDER BY name DESC");
  const recorded = rows.map(({ name }) => name);
  const newer = recorded.find((name) => !isOfBefore(name) && !migrations.some((migration) => migration.name === name));
  if (newer !== undefined) {
    throw new SchemaRefused(
      `The database was migrated by a newer version of Balcão (${newer}), which this version could damage. ` +
        "Start that version again, or restore the backup that was made before the upgrade.",
    );
  }
  const older = findOlder(recorded);
  if (older !== null)
    throw new SchemaRefused(
      `The database is of an old version of Balcão (${older}), from which only versions up to the commit ${PASSAGE} migrate. Nothing was ` +
        `changed. Pass through it: git checkout ${PASSAGE}, npm start once until the page answers, stop it, then start this version again.`,
    );
  if (!isRestore && (await isAside(client)))
    throw new SchemaRefused(
      "A restore of this database was interrupted. Run npm run restore again, or with --undo to have the state before it; nothing was lost.",
    );
  return recorded;
}

/** Records the baseline in place of what it replaced, with the time of the first one, which is that of the installation. */
async function adopt(client: pg.Client): Promise<void> {
  await client.query(
    `WITH gone AS (DELETE FROM schema_migration WHERE name = ANY ($2) RETURNING executed_at)
     INSERT INTO schema_migration (name, executed_at) SELECT $1, min(executed_at) FROM gone`,
    [baseline.name, REPLACED],
  );
}

/**
 * Takes the lock of the runner when no other process has it. It asks again and again, because an
 * index that the other one builds CONCURRENTLY would wait for the statement of a waiter: a deadlock.
 */
async function waitForTurn(client: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [RUNNER_LOCK]);
    if (rows[0]?.taken === true) return;
    await sleep(TURN_PAUSE_MS, undefined, signal && { signal });
  }
}

/** Runs what is new of a list of migrations, the baseline first, as `runMigrations` does with the list of this version. */
export async function runList(
  url: string,
  migrations: readonly Migration[],
  { onStep = () => undefined, only, isRestore = false, signal, connectMs = 10_000 }: MigrationOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "balcao-migrations", connectionTimeoutMillis: connectMs });
  // A lost connection fails the current statement, or the next one.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SET statement_timeout = 0; SET lock_timeout = '3s'");
    await checkServer(client);
    await waitForTurn(client, signal);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, executed_at timestamptz NOT NULL DEFAULT now())",
    );
    const recorded = await checkSchema(client, migrations, isRestore);
    const executed = asRecordedNow(recorded);
    if (executed !== recorded) await adopt(client);
    const wanted = migrations.filter(({ name }) => only === undefined || only.includes(name));
    const done = wanted.every(({ name }) => executed.includes(name)) ? [] : await runNew(client, wanted, onStep);
    await addPartitionsOn(client);
    return done;
  } finally {
    await client.end();
  }
}

/** The runner is loaded only where something is new: at most starts nothing is, and it keeps 4 MB. */
async function runNew(client: pg.Client, wanted: readonly Migration[], onStep: (step: string) => void): Promise<string[]> {
  const { runPending } = await import("./runPending.js");
  return runPending(client, wanted, onStep);
}
