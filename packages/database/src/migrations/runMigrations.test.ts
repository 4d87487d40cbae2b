import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { MIGRATIONS, runMigrations } from "./index.js";

const RUNNER_LOCK = 727_001;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it("lets one of several processes migrate, though indexes are built beside the others", async () => {
  await test.database.sql.ask("DROP SCHEMA public CASCADE");
  await test.database.sql.ask("CREATE SCHEMA public");
  const done = await Promise.all([1, 2, 3].map(() => runMigrations(test.url)));
  expect(done.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, 0, MIGRATIONS.length]);
}, 120_000);

it(
  "runs a migration again whose connection was cut before it was recorded, whether it is a transaction or steps",
  async () => {
    const empty = await createTestDatabase({ emptyWith: "", poolSize: 1 });
    try {
      // Every migration is cut once, when its row is written, and passes when it runs again.
      for (const text of [
        "CREATE TABLE schema_migration (name text PRIMARY KEY, executed_at timestamptz NOT NULL DEFAULT now())",
        "CREATE SCHEMA cut",
        "CREATE SEQUENCE cut.turn",
        `CREATE FUNCTION cut.cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF nextval('cut.turn') % 2 = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN NULL; END $$`,
        "CREATE TRIGGER cut AFTER INSERT ON schema_migration FOR EACH ROW EXECUTE FUNCTION cut.cut()",
      ])
        await empty.database.sql.ask(text);
      for (const _each of MIGRATIONS) await expect(runMigrations(empty.url)).rejects.toMatchObject({ code: "57P01" });
      expect(await runMigrations(empty.url)).toEqual([MIGRATIONS.at(-1)?.name]);
      expect(await empty.database.sql.ask("SELECT name FROM schema_migration ORDER BY name")).toHaveLength(MIGRATIONS.length);
    } finally {
      await empty.close();
    }
  },
  patience(60_000),
);

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
