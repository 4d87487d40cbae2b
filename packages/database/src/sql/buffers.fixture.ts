import type { TestDatabase } from "@balcao/testing/database";
import type { Sql } from "./index.js";

/** How many buffers of tables and indexes `work` reads. The first run, which plans, is not counted. */
export async function buffersOf({ database }: TestDatabase, work: (sql: Sql) => Promise<unknown>): Promise<number> {
  const soFar = async (tx: Sql): Promise<number> =>
    (
      await tx.ask<{ n: number }>(
        `SELECT sum(pg_stat_get_xact_blocks_fetched(c.oid))::int AS n FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i')`,
      )
    )[0]?.n ?? 0;
  const once = () =>
    database.transaction(async (tx) => {
      const before = await soFar(tx);
      await work(tx);
      const read = (await soFar(tx)) - before;
      throw new Counted(read);
    });
  await expect(once()).rejects.toThrow(Counted);
  const error: unknown = await once().catch((thrown: unknown) => thrown);
  return error instanceof Counted ? error.buffers : Number.NaN;
}

/** Ends the transaction, so that a second run finds the same rows. */
class Counted extends Error {
  constructor(readonly buffers: number) {
    super("counted");
  }
}
