import { one, statement, type Sql } from "../sql/index.js";
import { listPartitions, PARTITIONED } from "./partitions.js";

/** How well the partitions of a table are kept. */
export interface PartitionCoverage {
  readonly table: string;
  /** Up to when there are partitions; null where there are none. */
  readonly until: Date | null;
  readonly leastAheadMs: number;
  /** Whether the default partition has rows, which no day or year has. */
  readonly hasStrays: boolean;
}

const strays = statement<Record<string, boolean>>(
  "partitions_strays",
  `SELECT EXISTS (SELECT FROM live_event_default) AS live_event, EXISTS (SELECT FROM audit_entry_default) AS audit_entry`,
);

/** Reads of each table up to when its partitions reach, and whether rows are outside of them. */
export async function readCoverage(sql: Sql): Promise<PartitionCoverage[]> {
  const found = await one(sql.run(strays));
  return Promise.all(
    PARTITIONED.map(async (table) => {
      const last = (await listPartitions(sql, table)).at(-1);
      const until = last ? new Date(last.until) : null;
      return { table: table.name, until, leastAheadMs: table.leastAheadMs, hasStrays: found[table.name] === true };
    }),
  );
}
