import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { readArchiveFailing } from "./index.js";

describe("the archive of the write-ahead log", () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase({ poolSize: 1 });
    // A view and a function of the database that answer in the place of PostgreSQL's own.
    for (const text of [
      "CREATE SCHEMA own",
      "CREATE TABLE own.pg_stat_archiver (last_archived_time timestamptz, last_failed_time timestamptz, mode text)",
      "CREATE FUNCTION own.current_setting(text) RETURNS text LANGUAGE sql AS 'SELECT mode FROM own.pg_stat_archiver'",
    ])
      await test.database.sql.ask(text);
  });
  afterAll(() => test.close());

  it.each([
    ["on", null, null, false],
    ["on", "2026-01-02", null, false],
    ["on", "2026-01-02", "2026-01-01", false],
    ["on", "2026-01-02", "2026-01-03", true],
    ["on", null, "2026-01-03", true],
    ["off", null, "2026-01-03", false],
  ])("with archive_mode %s, archived %s, failed %s: failing is %s", async (mode, archived, failed, isFailing) => {
    await test.database.transaction(async (tx) => {
      await tx.ask("SET LOCAL search_path = own, pg_catalog, public");
      await tx.ask("TRUNCATE own.pg_stat_archiver");
      await tx.ask("INSERT INTO own.pg_stat_archiver VALUES ($1, $2, $3)", [archived, failed, mode]);
      expect(await readArchiveFailing(tx)).toBe(isFailing);
    });
  });

  it("is not failing on a server that archives nothing", async () => {
    expect(await readArchiveFailing(test.database.sql)).toBe(false);
  });
});
