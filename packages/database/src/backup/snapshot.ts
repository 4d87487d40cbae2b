import pg from "pg";
import { listPartitions, PARTITIONED, sqlOfClient, type Partition } from "../partitions/index.js";
import { copyOut } from "./copyQueries.js";
import { isAside } from "./schemaSwap.js";

/** A backup cannot be made of the database in its present state; the message is a sentence for people. */
class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

/** A table with the columns that are copied: all but the generated ones. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Of a table in partitions, without the default one; its rows are copied together. */
  readonly partitions?: readonly Partition[];
}

export interface SequenceState {
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}

/** One consistent state of the database, while the product goes on. */
export interface Snapshot {
  readonly migrations: readonly string[];
  readonly tables: readonly CopiedTable[];
  /** Stored paths of all files that the state names. */
  readonly filePaths: readonly string[];
  /** The rows of a table as text of COPY, in pieces; returns their number. */
  copy(table: CopiedTable): AsyncGenerator<Buffer, number>;
  /** Read last, so that no row has a number that its sequence gives again. */
  readSequences(): Promise<readonly SequenceState[]>;
  close(): Promise<void>;
}

/**
 * Tables whose rows mean something on this server or at this moment only: transaction ids, processes, questions and pushes that
 * are under way. A restored database begins without them.
 */
const NOT_COPIED = [
  ...["schema_migration", "live_event", "live_floor", "session_worker", "gateway_call", "push_event", "push_delivery", "job"],
  ...["process", "problem", "problem_look", "alert", "alert_delivery", "hook_reader", "hook_delivery", "used_sign_in"],
];

/** Empties them, and lets no browser go on from a cursor of before. */
export async function beginWithoutMoment(client: pg.Client): Promise<void> {
  const emptied = NOT_COPIED.filter((name) => name !== "schema_migration" && name !== "live_floor");
  await client.query(`TRUNCATE ${emptied.map(toTableName).join(", ")}`);
  await client.query("UPDATE live_floor SET xid = pg_current_xact_id()");
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** A table as SQL. */
export const toTableName = (name: string): string => `public.${quoted(name)}`;
/** The columns of a table as SQL. */
export const toColumnList = (columns: readonly string[]): string => columns.map(quoted).join(", ");

/** Opens a connection without time limits, with the text formats of COPY fixed. */
export async function connectForBackup(url: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName, connectionTimeoutMillis: 10_000 });
  // A lost connection fails the current statement, or the next one.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(
    `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '30s'; SET TimeZone = 'UTC';
     SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'iso_8601'; SET extra_float_digits = 1; SET bytea_output = 'hex'`,
  );
  return client;
}

// Partitions that were taken out, to be dropped or archived, are no part of the installation.
const TABLES = `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname !~ '^(audit_entry|live_event)_(until_)?[0-9]'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') AND c.relname <> ALL ($1)
  GROUP BY c.relname ORDER BY c.relname`;
const SEQUENCES = `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY c.relname`;

async function readSequences(client: pg.Client): Promise<readonly SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES);
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const read = await client.query<Omit<SequenceState, "name">>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${toTableName(name)}`,
    );
    for (const state of read.rows) states.push({ name, ...state });
  }
  return states;
}

async function addPartitionsTo(client: pg.Client, tables: readonly CopiedTable[]): Promise<CopiedTable[]> {
  const found: CopiedTable[] = [];
  for (const table of tables) {
    const kind = PARTITIONED.find(({ name }) => name === table.name);
    const partitions = kind ? await listPartitions(sqlOfClient(client), kind) : [];
    found.push(partitions.length > 0 ? { ...table, partitions } : table);
  }
  return found;
}

async function checkWhole(client: pg.Client): Promise<void> {
  if (await isAside(client))
    throw new BackupRefused(
      "A restore of this database is under way or was interrupted: a backup would hold half of it. Nothing was written. When no restore runs, " +
        "run it again, or with --undo to have the state before it; then back up.",
    );
}

/**
 * Opens one snapshot of the database for reading. Tables can be read and written meanwhile, but not changed by a migration, which
 * waits. Throws BackupRefused.
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connectForBackup(url, "balcao-backup");
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= client.end());
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await checkWhole(client);
    const { rows: copied } = await client.query<CopiedTable>(TABLES, [NOT_COPIED]);
    const tables = await addPartitionsTo(client, copied);
    if (tables.length > 0) await client.query(`LOCK TABLE ${tables.map(({ name }) => toTableName(name)).join(", ")} IN ACCESS SHARE MODE`);
    // The locked names are those of now; a restore that has moved the tables since the snapshot began would make it empty.
    await checkWhole(client);
    const { rows: done } = await client.query<{ name: string }>("SELECT name FROM public.schema_migration ORDER BY name");
    const { rows: files } = await client.query<[string]>({ text: "SELECT path FROM public.file ORDER BY path", rowMode: "array" });
    return {
      migrations: done.map(({ name }) => name),
      tables,
      filePaths: files.map(([path]) => path),
      copy: ({ name, columns }) => copyOut(client, `COPY (SELECT ${toColumnList(columns)} FROM ${toTableName(name)}) TO STDOUT`),
      readSequences: () => readSequences(client),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
