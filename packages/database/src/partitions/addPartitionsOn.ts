import type pg from "pg";
import type { Sql, Statement } from "../sql/index.js";
import { addPartitions, PARTITIONED, readNow, takeTurn } from "./partitions.js";

/** Statements on a connection of its own. */
export function sqlOfClient(client: pg.Client): Sql {
  const ask = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  return { ask, run: <Row>({ text }: Statement<Row>, values: readonly unknown[] = []) => ask<Row>(text, values) };
}

/**
 * Creates the partitions that are due, on a connection of its own. What fails is left to the housekeeping, which says so: no start
 * fails for a partition, because the default one takes its rows.
 */
export async function addPartitionsOn(client: pg.Client): Promise<void> {
  const sql = sqlOfClient(client);
  for (const table of PARTITIONED) {
    await client.query("BEGIN");
    try {
      if (await takeTurn(sql)) await addPartitions(sql, table, await readNow(sql));
      await client.query("COMMIT");
    } catch {
      await client.query("ROLLBACK");
    }
  }
}
