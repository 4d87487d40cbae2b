import { createLogger } from "@balcao/platform/logger";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { migrateWhenReady } from "./index.js";

describe("the wait for a database that cannot be migrated yet", () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase({ poolSize: 1 });
  });
  afterAll(() => test.close());

  /** A schema in which no migration has run. */
  async function makeEmpty(): Promise<void> {
    for (const text of [
      "DROP SCHEMA public CASCADE",
      "CREATE SCHEMA public",
      "CREATE TABLE schema_migration (name text PRIMARY KEY, executed_at timestamptz NOT NULL DEFAULT now())",
    ])
      await test.database.sql.ask(text);
  }

  /** What is logged first, after which the wait is ended. */
  async function firstWarning(): Promise<string> {
    const ending = new AbortController();
    const logged = new Promise<string>((resolve) => {
      const waiting = migrateWhenReady(
        test.url,
        createLogger({ name: "migrate", level: "warn", destination: { write: resolve } }),
        ending.signal,
      );
      waiting.then(() => resolve("it did not wait")).catch(() => undefined);
    });
    return logged.finally(() => ending.abort());
  }

  it("says that the server has no free connection [B-04]", async () => {
    expect(await test.away(firstWarning)).toContain("PostgreSQL has no free connection: ");
  });

  it("says that the server's disk is full [B-06]", async () => {
    const { sql } = test.database;
    await makeEmpty();
    await sql.ask(
      `CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
    );
    await sql.ask("CREATE TRIGGER refuse BEFORE INSERT ON schema_migration EXECUTE FUNCTION refuse_row()");
    try {
      expect(await firstWarning()).toContain("The disk of PostgreSQL is full: make room there.");
    } finally {
      await sql.ask("DROP TRIGGER refuse ON schema_migration");
    }
  });

  it(
    "says that another program holds a lock on a table that a migration changes",
    async () => {
      await makeEmpty();
      await test.database.transaction(async (tx) => {
        await tx.ask("LOCK TABLE schema_migration IN SHARE MODE");
        expect(await firstWarning()).toContain("Another program holds a lock on a table that a migration changes");
      });
    },
    patience(30_000),
  );
});
