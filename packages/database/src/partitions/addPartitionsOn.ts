import type pg from "pg";
import { isRepeatable, type Sql, type Statement } from "../sql/index.js";
import { addPartitions, PARTITIONED, readNow, takeTurn } from "./partitions.js";

/** Statements on a connection of its own. */
export function sqlOfClient(client: pg.Client): Sql {
  const ask = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  return { ask, run: <Row>({ text }: Statement<Row>, values: readonly unknown[] = []) => ask<Row>(text, values) };
}

/** Creates the partitions that are due, on a connection of its own. A table that is in use for long is left to the housekeeping. */
export async function addPartitionsOn(client: pg.Client): Promise<void> {
  const sql = sqlOfClient(client);
  for (const table of PARTITIONED) {
    await client.query("BEGIN");
    try {
      if (await takeTurn(sql)) await addPartitions(sql, table, await readNow(sql));
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK");
      if (!isRepeatable(error)) throw error;
    }
  }
}
