import type { Database } from "@balcao/database/sql";

/**
 * Vacuums and analyses tables (all without a name) so that their pages are known to be all visible: where commits do not wait for the disk,
 * as in tests, VACUUM leaves rows of commits that are not written yet, and index-only scans then read the table.
 */
export async function vacuum({ sql, transaction }: Pick<Database, "sql" | "transaction">, ...tables: readonly string[]): Promise<void> {
  await transaction(async (tx) => {
    await tx.ask("SET LOCAL synchronous_commit = on");
    // A commit that wrote nothing does not wait.
    await tx.ask("SELECT pg_logical_emit_message(true, '', '')");
  });
  await sql.ask(`VACUUM ANALYZE ${tables.join(", ")}`);
}
