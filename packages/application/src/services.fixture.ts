import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemClock } from "@balcao/platform/clock";
import { readEnv } from "@balcao/platform/env";
import { createSilentLogger } from "@balcao/platform/logger";
import { createRedis, createWaker } from "@balcao/platform/redis";
import { createTestDatabase, openDayAndNight } from "@balcao/testing/database";
import type { Services } from "./ground/kernel/index.js";
import { openServices } from "./roof/startup/index.js";

/** Services with a database of their own, for tests of commands. */
export interface TestServices {
  readonly services: Services;
  /** The address of the database, as its owner. */
  readonly url: string;
  /** The data directory, which `close` removes. */
  readonly folder: string;
  /** Runs a statement and returns its rows. */
  readonly rows: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Inserts a connection and refreshes the directory. Returns its id. */
  readonly connection: (api: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Files are in the data directory, or in the bucket that FILES_URL names. */
export async function openTestServices({ filesUrl }: { readonly filesUrl?: string } = {}): Promise<TestServices> {
  const test = await createTestDatabase();
  await openDayAndNight(test.database.sql);
  const folder = await mkdtemp(path.join(tmpdir(), "balcao-services-"));
  const logger = createSilentLogger();
  const open = await openServices({
    databaseUrl: test.url,
    dataDir: folder,
    files: readEnv({ DATABASE_URL: test.url, FILES_URL: filesUrl }).files,
    secrets: { mediaKey: "m".repeat(44), sessionEncryptionKey: Buffer.alloc(32, 7).toString("base64"), vapidKey: "v".repeat(44) },
    logger,
    clock: systemClock,
    waker: createWaker({ redis: createRedis(undefined, logger), clock: systemClock, logger }),
    applicationName: "balcao-worker",
    poolSize: 3,
  });
  const rows: TestServices["rows"] = (sql, values = []) => test.database.sql.ask(sql, values);
  return {
    services: open.services,
    url: test.url,
    folder,
    rows,
    connection: async (api) => {
      const [row] = await rows<{ id: number }>("INSERT INTO connection (name, api) VALUES ($1, $1) RETURNING id", [api]);
      await open.services.directory.refresh();
      return row?.id ?? 0;
    },
    close: async () => {
      await open.close();
      await test.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
