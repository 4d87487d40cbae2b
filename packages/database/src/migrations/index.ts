import { baseline } from "./baseline.js";
import type { Migration } from "./migration.js";
import { asRecordedNow } from "./replaced.js";
import { runList, type MigrationOptions } from "./runList.js";
import { one, statement, type Sql } from "../sql/index.js";

export { OLDEST_POSTGRES, SchemaRefused } from "./checkServer.js";
export type { Migration } from "./migration.js";
export { asRecordedNow, findOlder, PASSAGE, REPLACED } from "./replaced.js";
export { RUNNER_LOCK } from "./runList.js";

/** In order. A released migration never changes. */
export const MIGRATIONS: readonly Migration[] = [
  baseline,
  // What came after schema.sql, one file each.
];

/**
 * Migrates the schema to the current version and returns the names of the new steps, on a connection
 * without a statement timeout, because indexes of big tables take long. Several processes may call it
 * at once: one runs, the others wait. Throws SchemaRefused before any change.
 */
export const runMigrations = (url: string, options: MigrationOptions = {}): Promise<string[]> => runList(url, MIGRATIONS, options);

const known = statement<{ exists: boolean }>("migrations_known", "SELECT to_regclass('public.schema_migration') IS NOT NULL AS exists");
const recorded = statement<{ name: string }>("migrations_recorded", "SELECT name FROM public.schema_migration");

/** The migrations of this version that a database with an installation lacks, in order; none for an empty database. */
export async function listPending(sql: Sql): Promise<string[]> {
  const rows = (await one(sql.run(known))).exists ? await sql.run(recorded) : [];
  if (rows.length === 0) return [];
  const done = new Set(asRecordedNow(rows.map(({ name }) => name)));
  return MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
}
