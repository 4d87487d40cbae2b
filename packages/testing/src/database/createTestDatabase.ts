import { randomBytes } from "node:crypto";
import { openDatabase, type Database } from "@balcao/database/sql";
import { cloneTemplate, createEmpty } from "./templateDatabase.js";
import { adminUrlOfTests, withAdmin } from "./testServer.js";

export interface TestDatabaseOptions {
  /** Size of the connection pool; default 10. */
  readonly poolSize?: number;
  /** Words of CREATE DATABASE, such as an encoding: the database is made with them and empty, not migrated. */
  readonly emptyWith?: string;
}

/** A migrated, empty database of its own. */
export interface TestDatabase {
  /** Its address for other processes. Its role owns the database and is no superuser, like the product's. */
  readonly url: string;
  readonly database: Database;
  /** Ends all connections of its role and refuses new ones while `work` runs, as a server that starts again does. */
  away<T>(work: () => Promise<T>): Promise<T>;
  /** Closes the connections and drops the database, even while others use it. */
  close(): Promise<void>;
}

/**
 * Creates a database as a copy of the migrated template (some 50 ms). The server is the one of `DATABASE_ADMIN_URL` (a superuser's
 * address), or an embedded one that test processes share and that ends some time after the last use.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const adminUrl = await adminUrlOfTests();
  const name = `balcao_test_${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString("hex")}`;
  const { emptyWith } = options;
  const url = emptyWith === undefined ? await cloneTemplate(adminUrl, name) : await createEmpty(adminUrl, name, emptyWith);
  const database = openDatabase({
    url,
    applicationName: "test",
    poolSize: options.poolSize ?? 10,
  });
  return {
    url,
    database,
    away: (work) =>
      withAdmin(adminUrl, async (admin) => {
        await admin.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
        try {
          await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
          return await work();
        } finally {
          await admin.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
        }
      }),
    close: async () => {
      await database.close();
      await withAdmin(adminUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}
