import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
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
