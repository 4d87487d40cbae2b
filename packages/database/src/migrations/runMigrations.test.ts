import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { MIGRATIONS, runMigrations, SchemaRefused, type Migration } from "./index.js";
import { REPLACED } from "./replaced.js";
import { runList } from "./runList.js";
import { readShape } from "./schemaLosses.fixture.js";

const RUNNER_LOCK = 727_001;
const RECORDS = "CREATE TABLE schema_migration (name text PRIMARY KEY, executed_at timestamptz NOT NULL DEFAULT now())";
/** The present list with one later migration of each form. */
const WITH_LATER: readonly Migration[] = [
  ...MIGRATIONS,
  { name: "9998-transaction", sql: "ALTER TABLE queue ADD COLUMN later int" },
  {
    name: "9999-steps",
    steps: [
      "DROP INDEX CONCURRENTLY IF EXISTS queue_later",
      "CREATE INDEX CONCURRENTLY queue_later ON queue (later)",
      { each: "SELECT format('ALTER INDEX %I SET (fillfactor = 90)', relname) FROM pg_class WHERE relname = 'queue_later'" },
    ],
  },
];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

/** A schema in which no migration has run. */
async function makeEmpty(): Promise<void> {
  for (const text of ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public", RECORDS]) await test.database.sql.ask(text);
}
const namesIn = async ({ database }: TestDatabase) =>
  (await database.sql.ask<{ name: string }>("SELECT name FROM schema_migration ORDER BY name")).map(({ name }) => name);

it("lets one of several processes migrate, though indexes are built beside the others", async () => {
  await makeEmpty();
  const done = await Promise.all([1, 2, 3].map(() => runList(test.url, WITH_LATER)));
  expect(done.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, 0, WITH_LATER.length]);
}, 120_000);

it(
  "runs a migration again whose connection was cut before it was recorded, whether it is a transaction or steps",
  async () => {
    const empty = await createTestDatabase({ emptyWith: "", poolSize: 1 });
    try {
      // Every migration is cut once, when its row is written, and passes when it runs again.
      for (const text of [
        RECORDS,
        "CREATE SCHEMA cut",
        "CREATE SEQUENCE cut.turn",
        `CREATE FUNCTION cut.cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF nextval('cut.turn') % 2 = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN NULL; END $$`,
        "CREATE TRIGGER cut AFTER INSERT ON schema_migration FOR EACH ROW EXECUTE FUNCTION cut.cut()",
      ])
        await empty.database.sql.ask(text);
      for (const _each of WITH_LATER) await expect(runList(empty.url, WITH_LATER)).rejects.toMatchObject({ code: "57P01" });
      expect(await runList(empty.url, WITH_LATER)).toEqual([WITH_LATER.at(-1)?.name]);
      expect(await namesIn(empty)).toEqual(WITH_LATER.map(({ name }) => name));
    } finally {
      await empty.close();
    }
  },
  patience(60_000),
);

describe("a database of before the baseline", () => {
  const shapeAndRecords = async () => [await readShape(test.database.sql), await namesIn(test)];
  beforeEach(makeEmpty, 60_000);

  it("whose migrations have all run is adopted as it is, and what came later runs", async () => {
    await runMigrations(test.url, { only: MIGRATIONS.slice(0, 1).map(({ name }) => name) });
    await test.database.sql.ask("DELETE FROM schema_migration");
    await test.database.sql.ask(
      "INSERT INTO schema_migration (name, executed_at) SELECT name, '2026-11-01T00:00:00Z'::timestamptz + place * interval '1 day' FROM unnest($1::text[]) WITH ORDINALITY AS r(name, place)",
      [REPLACED],
    );
    const files = () =>
      test.database.sql.ask("SELECT relname, relfilenode FROM pg_class WHERE relname IN ('ticket', 'message') ORDER BY 1");
    const were = await files();
    expect(await runList(test.url, WITH_LATER)).toEqual(WITH_LATER.slice(1).map(({ name }) => name));
    expect(await files()).toEqual(were);
    expect(await namesIn(test)).toEqual(WITH_LATER.map(({ name }) => name));
    // The day of the installation stays what it was.
    expect(await test.database.sql.ask("SELECT min(executed_at) AS at FROM schema_migration")).toEqual([
      { at: new Date("2026-11-02T00:00:00Z") },
    ]);
    expect(await runList(test.url, WITH_LATER)).toEqual([]);
  });

  const record = (names: readonly string[]) =>
    test.database.sql.ask("INSERT INTO schema_migration (name) SELECT unnest($1::text[])", [names]);

  it.each<[string, readonly string[], string]>([
    ["that lacks the last of them", REPLACED.slice(0, -1), "0152-unreadKeys"],
    ["that has the earlier baseline alone", ["0087-baseline"], "0087-baseline"],
    ["of before the earlier baseline", ["0001-people", "0083-canonicalNumbers", "0084-unknownEvents"], "0084-unknownEvents"],
    ["that has one which this version does not know", [...REPLACED, "0150-other"], "0150-other"],
  ])("%s is refused with the commit to pass through, and nothing is changed", async (_which, names, newest) => {
    await test.database.sql.ask("CREATE TABLE queue (id int)");
    await record(names);
    const before = await shapeAndRecords();
    await expect(runMigrations(test.url)).rejects.toThrow(
      new SchemaRefused(
        `The database is of an old version of Balcão (${newest}), from which only versions up to the commit 0a9a1118 migrate. ` +
          "Nothing was changed. Pass through it: git checkout 0a9a1118, npm start once until the page answers, stop it, then start this version again.",
      ),
    );
    expect(await shapeAndRecords()).toEqual(before);
  });

  it("is that of a newer version where a later number is unknown, and nothing is changed", async () => {
    await record([...REPLACED, "0154-later"]);
    const before = await shapeAndRecords();
    await expect(runMigrations(test.url)).rejects.toThrow("The database was migrated by a newer version of Balcão (0154-later)");
    expect(await shapeAndRecords()).toEqual(before);
  });
});

it("does not wait for another process after it was asked to end", async () => {
  const { database, url } = test;
  const ending = new AbortController();
  await database.transaction(async (tx) => {
    await tx.ask("SELECT pg_advisory_xact_lock($1)", [RUNNER_LOCK]);
    const waiting = runMigrations(url, { signal: ending.signal });
    ending.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a database that this version cannot use [B-02]", () => {
  const unusable: TestDatabase[] = [];
  afterEach(async () => {
    for (const each of unusable.splice(0)) await each.close();
  });
  /** An empty database; `words` are further ones of CREATE DATABASE. */
  async function openEmpty(words: string) {
    const empty = await createTestDatabase({ emptyWith: words, poolSize: 1 });
    unusable.push(empty);
    return { url: empty.url, ask: (text: string) => empty.database.sql.ask(text) };
  }

  it("because its encoding cannot hold every text is refused before anything is created in it", async () => {
    const { url, ask } = await openEmpty("ENCODING 'LATIN1' LOCALE 'C'");
    await expect(runMigrations(url)).rejects.toThrow(/^The database at DATABASE_URL is in LATIN1, .*createdb --encoding UTF8/);
    expect(await ask("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([]);
  });

  it("because its PostgreSQL is old is refused before anything is created in it", async () => {
    const { url, ask } = await openEmpty("");
    // A function of the database that answers in the place of PostgreSQL's own.
    await ask("CREATE SCHEMA old");
    await ask(
      `CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql AS $$ SELECT CASE $1 WHEN 'server_version_num' THEN '160009' ELSE 'UTF8' END $$`,
    );
    await ask("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = old, pg_catalog, public', current_database()); END $$");
    await expect(runMigrations(url)).rejects.toThrow("The server at DATABASE_URL is PostgreSQL 16; Balcão needs version 17 or newer.");
    expect(await ask("SELECT FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'old'::regnamespace)")).toEqual([]);
  });

  it("because nothing answers is not waited for longer than it was asked", async () => {
    const silent = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    await expect(runMigrations(`postgres://a:b@127.0.0.1:${port}/c`, { connectMs: 100 })).rejects.toThrow("timeout expired");
    silent.close();
    await once(silent, "close");
  });
});
