import type { Sql } from "./statement.js";

/** Lets the statements of this transaction take two minutes: deleting a row that millions of others name. */
export async function allowSlowStatements(tx: Sql): Promise<void> {
  await tx.ask("SET LOCAL statement_timeout = '120s'");
}
