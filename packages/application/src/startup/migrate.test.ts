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

  it("says that the server has no free connection", async () => {
    expect(await test.away(firstWarning)).toContain("PostgreSQL has no free connection: ");
  });

  it(
    "says that another program holds a lock on a table that a migration changes",
    async () => {
      await test.database.sql.ask("DELETE FROM schema_migration WHERE name = '0063-auditFilters'");
      await test.database.transaction(async (tx) => {
        await tx.ask("LOCK TABLE audit_entry IN ACCESS EXCLUSIVE MODE");
        expect(await firstWarning()).toContain("Another program holds a lock on a table that a migration changes");
      });
    },
    patience(30_000),
  );
});
