import { randomBytes } from "node:crypto";
import { openDatabase, type Database } from "@balcao/database/sql";
import { cloneTemplate } from "./templateDatabase.js";
import { adminUrlOfTests, withAdmin } from "./testServer.js";

export interface TestDatabaseOptions {
  /** Connections; default 10. */
  readonly poolSize?: number;
}

/** A migrated, empty database of its own. */
export interface TestDatabase {
  /** For further processes and connections; its role owns the database and is no superuser, like the product's. */
  readonly url: string;
  readonly database: Database;
  /** Closes the connections and drops the database, whoever still uses it. */
  close(): Promise<void>;
}

/**
 * Clones the migrated template into a database of its own (some 50 ms). The server is the one of `DATABASE_ADMIN_URL` (a superuser's
 * address), or an embedded one that this and other test processes share and that ends when nobody has used it for a while.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const adminUrl = await adminUrlOfTests();
  const name = `balcao_test_${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString("hex")}`;
  const url = await cloneTemplate(adminUrl, name);
  const database = openDatabase({
    url,
    applicationName: "test",
    poolSize: options.poolSize ?? 10,
  });
  return {
    url,
    database,
    close: async () => {
      await database.close();
      await withAdmin(adminUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}
