import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemClock } from "@balcao/platform/clock";
import { createSilentLogger } from "@balcao/platform/logger";
import { createRedis, createWaker } from "@balcao/platform/redis";
import { createTestDatabase } from "@balcao/testing/database";
import type { House } from "./kernel/index.js";
import { openHouse } from "./startup/index.js";

/** A house with a database of its own, for tests of commands. */
export interface TestHouse {
  readonly house: House;
  /** Its data directory, which is removed at the end. */
  readonly folder: string;
  /** Rows of its database. */
  readonly rows: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** A new connection, known to the directory. */
  readonly connection: (api: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function openTestHouse(): Promise<TestHouse> {
  const test = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "balcao-house-"));
  const logger = createSilentLogger();
  const open = await openHouse({
    databaseUrl: test.url,
    dataDir: folder,
    secrets: { mediaKey: "m".repeat(44), sessionEncryptionKey: Buffer.alloc(32, 7).toString("base64") },
    logger,
    clock: systemClock,
    waker: createWaker({ redis: createRedis(undefined, logger), clock: systemClock, logger }),
    applicationName: "balcao-worker",
    poolSize: 3,
  });
  const rows: TestHouse["rows"] = (sql, values = []) => test.database.sql.ask(sql, values);
  return {
    house: open.house,
    folder,
    rows,
    connection: async (api) => {
      const [row] = await rows<{ id: number }>("INSERT INTO connection (name, api) VALUES ($1, $1) RETURNING id", [api]);
      await open.house.directory.refresh();
      return row?.id ?? 0;
    },
    close: async () => {
      await open.close();
      await test.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
