import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import type { Sql } from "../sql/index.js";
import { searchContacts, searchContactsAfter, type ContactPlace } from "./index.js";

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
  // Longer than an entry of the index through which common names are walked.
  await sql.ask(
    "INSERT INTO contact (name) SELECT '0 ' || string_agg(md5('l' || g), '') || ' Silveira Neto' FROM generate_series(1, 40) AS g",
  );
}, 300_000);
afterAll(() => test.close());

/** Returns how many buffers of contacts and their indexes `work` reads, without those that its planning reads once per connection. */
async function buffersOf(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  return test.database.transaction(async (tx) => {
    await work(tx);
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

/** Some 2,400 hits at most are collected and sorted, however many contacts there are. */
const MOST_BUFFERS = 4_000;

it.each([
  ["a rare name", "xavante", 3],
  ["a name of one in sixty", "quaresma", Math.ceil(CONTACTS / 60)],
  ["a frequent name", "silveira", Math.floor(CONTACTS / 3) + 1],
  ["a name of most", "neto", CONTACTS / 2],
  ["a number", "900000123", 1],
  ["a number as people write it", "+55 (11) 90000-0123", 1],
  ["a number without its country", "11 90000-0123", 1],
  ["a number without its area", "90000-0123", 1],
  ["the beginning of all numbers", "+55 11 9", CONTACTS],
])("finds %s without reading more than the page needs, whatever the planner expects", async (_what, search, matches) => {
  const filter = { search, includeGroups: true, after: null, limit: PAGE };
  let part = await searchContactsAfter(test.database.sql, filter);
  expect(await buffersOf(async (sql) => (part = await searchContactsAfter(sql, filter)))).toBeLessThan(MOST_BUFFERS);
  expect(await buffersOf((sql) => searchContacts(sql, { ...filter, offset: 0 }))).toBeLessThan(MOST_BUFFERS);
  expect(Math.min(part.count, 1_001)).toBe(Math.min(matches, 1_001));
  const names = await test.database.sql.ask<{ id: number }>(
    `SELECT id FROM contact WHERE search LIKE '%${search.replace(/[\s()+-]/g, "")}%' ORDER BY name_key, id LIMIT ${PAGE}`,
  );
  expect(part.rows.map(({ id }) => id)).toEqual(names.map(({ id }) => id));
});

it("finds a number in every spelling, and names that have such a text [D-263]", async () => {
  const { sql } = test.database;
  const [made] = await sql.ask<{ id: number }>("INSERT INTO contact (name, number) VALUES ('Padaria', '5521988770001') RETURNING id");
  await sql.ask("INSERT INTO contact (name) VALUES ('Turma 98877-0001')");
  const found = async (search: string) => (await searchContactsAfter(sql, { search, includeGroups: true, after: null, limit: PAGE })).rows;
  for (const search of ["+55 (21) 98877-0001", "21 98877-0001", "021 98877-0001", "552188770001", "21 8877-0001", "005521988770001"]) {
    expect((await found(search)).map(({ id }) => id)).toEqual([made?.id]);
    expect(await buffersOf((tx) => searchContactsAfter(tx, { search, includeGroups: true, after: null, limit: PAGE }))).toBeLessThan(400);
  }
  expect((await found("98877-0001")).map(({ name }) => name)).toEqual(["Padaria", "Turma 98877-0001"]);
  expect(await found("21 98877-0002")).toEqual([]);
  await sql.ask("DELETE FROM contact WHERE search LIKE '%98877%'");
});

it("finds the following pages of a name of most in the same order, each once", async () => {
  const { sql } = test.database;
  const found: number[] = [];
  let after: ContactPlace | null = null;
  for (let page = 0; page < 4; page += 1) {
    const { rows } = await searchContactsAfter(sql, { search: "neto", includeGroups: false, after, limit: PAGE });
    found.push(...rows.map(({ id }) => id));
    after = rows.at(-1) ?? null;
  }
  const inOrder = `SELECT id FROM contact WHERE search LIKE '%neto%' ORDER BY name_key, id LIMIT ${4 * PAGE}`;
  expect(found).toEqual((await sql.ask<{ id: number }>(inOrder)).map(({ id }) => id));
});

it("finds two letters wherever they are, and nobody with them, without reading all contacts", async () => {
  const { sql } = test.database;
  const names = ["Buzz", "Fuzz-y", "Jazz\u5bb6", "Ozz\tB", "Pizza", "Tizz_a"];
  for (const name of names) await sql.ask("INSERT INTO contact (name) VALUES ($1)", [name]);
  await sql.ask("INSERT INTO contact (name, email) VALUES ('Ana', 'ana@exemplo.zz')");
  const filter = { search: "zz", includeGroups: true, after: null, limit: PAGE };
  const { rows, count } = await searchContactsAfter(sql, filter);
  expect([rows.map(({ name }) => name), count]).toEqual([["Ana", ...names], 7]);
  expect((await searchContactsAfter(sql, { ...filter, search: "ne" })).count).toBe(1_001);
  for (const search of ["zz", "wq", "ne"]) {
    expect(await buffersOf((tx) => searchContactsAfter(tx, { ...filter, search }))).toBeLessThan(1_000);
  }
  await sql.ask("DELETE FROM contact WHERE search LIKE '%zz%'");
});

it("finds nobody without reading long through what was written last, before the database has put it in order", async () => {
  const { sql } = test.database;
  await sql.ask("SELECT gin_clean_pending_list('contact_search')");
  for (let n = 0; n < 20; n += 1) await sql.ask(`INSERT INTO contact (name) SELECT md5('n${n}' || g) FROM generate_series(1, 100) AS g`);
  const filter = { search: "yyyyy", includeGroups: true, after: null, limit: PAGE };
  expect(await buffersOf((tx) => searchContactsAfter(tx, filter))).toBeLessThan(100);
});
