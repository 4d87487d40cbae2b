import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import type { Sql } from "../sql/index.js";
import { searchContacts, searchContactsAfter } from "./index.js";

const CONTACTS = process.env["BALCAO_LONG"] === "1" ? 100_000 : 5_000;
const PAGE = 21;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const { sql } = test.database;
  // Statistics of other contacts: by them the rare names are frequent.
  await sql.ask("ALTER TABLE contact SET (autovacuum_enabled = off)");
  await sql.ask("INSERT INTO contact (name) SELECT 'Quaresma Xavante ' || g FROM generate_series(1, 2000) AS g");
  await sql.ask("ANALYZE contact");
  await sql.ask("DELETE FROM contact");
  await sql.ask(`INSERT INTO contact (name, number) SELECT md5('f' || g) || ' ' || CASE
      WHEN g % 3 = 0 THEN 'Silveira' WHEN g % 60 = 1 THEN 'Quaresma' WHEN g % (${CONTACTS} / 4) = 2 THEN 'Xavante' ELSE 'Neto' END,
      '5511' || (900000000 + g) FROM generate_series(1, ${CONTACTS}) AS g`);
}, 300_000);
afterAll(() => test.close());

/** Returns how many buffers of contacts and their indexes `work` reads. */
async function buffersOf(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  return test.database.transaction(async (tx) => {
    const before = await buffersSoFar(tx);
    await work(tx);
    return (await buffersSoFar(tx)) - before;
  });
}

async function buffersSoFar(tx: Sql): Promise<number> {
  const [row] = await tx.ask<{ n: number }>(
    "SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::int AS n FROM pg_class WHERE relname LIKE 'contact%' AND relkind IN ('r', 'i')",
  );
  return row?.n ?? 0;
}

const MANY = Math.max(1_001, Math.sqrt(PAGE * CONTACTS));
/** A page after collecting candidates, then walking through as many names, with the rows of the page. */
const MOST_BUFFERS = 3 * MANY + 1_000;

it.each([
  ["a rare name", "xavante", 3],
  ["a name of one in sixty", "quaresma", Math.ceil(CONTACTS / 60)],
  ["a frequent name", "silveira", Math.floor(CONTACTS / 3)],
  ["a number", "900000123", 1],
])("finds %s without reading more than the page needs, whatever the planner expects", async (_what, search, matches) => {
  const filter = { search, includeGroups: true, after: null, limit: PAGE };
  let part = await searchContactsAfter(test.database.sql, filter);
  expect(await buffersOf(async (sql) => (part = await searchContactsAfter(sql, filter)))).toBeLessThan(MOST_BUFFERS);
  expect(await buffersOf((sql) => searchContacts(sql, { ...filter, offset: 0 }))).toBeLessThan(MOST_BUFFERS);
  expect(Math.min(part.count, 1_001)).toBe(Math.min(matches, 1_001));
  const names = await test.database.sql.ask<{ id: number }>(
    `SELECT id FROM contact WHERE search LIKE '%${search}%' ORDER BY name_key, id LIMIT ${PAGE}`,
  );
  expect(part.rows.map(({ id }) => id)).toEqual(names.map(({ id }) => id));
});
