import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getAllowedConnections, listConnectionUse, openDatabase, toProgramName } from "@balcao/database/sql";
import { systemClock } from "@balcao/platform/clock";
import { createSilentLogger } from "@balcao/platform/logger";
import { createRedis, createWaker } from "@balcao/platform/redis";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { budgetProblem } from "./connectionBudget.js";
import { openServices } from "./openServices.js";

describe("the budget of connections", () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  }, 120_000);
  afterAll(() => test.close());

  it("adds up the pools of all processes and says how many connections are missing", () => {
    const worker = { program: "balcao-worker", needed: 7 };
    expect(budgetProblem(20, [{ program: "balcao-api", connections: 10 }], worker)).toBeNull();
    expect(budgetProblem(19, [{ program: "balcao-api", connections: 10 }], worker)).toBe(
      "PostgreSQL allows 19 connections: 10 belong to programs that are running, and balcao-worker needs 7 and 3 to spare. " +
        "Raise max_connections by 1 or more and restart PostgreSQL, or run fewer processes.",
    );
  });

  it("counts our pools at their full size from their first connection on, and other programs by their open connections", async () => {
    const [ours, theirs] = [toProgramName("balcao-api", 9, randomUUID()), `psql ${randomUUID()}`];
    const open = (applicationName: string) => openDatabase({ url: test.url, applicationName, poolSize: 2 });
    const databases = [open(ours), open(theirs)];
    try {
      for (const database of databases) {
        await database.sql.ask("SELECT 1");
      }
      const listed = await listConnectionUse(test.database.sql);
      expect(listed.filter(({ program }) => program === ours)).toEqual([{ program: ours, connections: 9 }]);
      expect(listed.filter(({ program }) => program === theirs)).toEqual([{ program: theirs, connections: 1 }]);
    } finally {
      for (const database of databases) await database.close();
    }
  });

  it("refuses to open services that exceed the server's connections, and opens smaller ones [B-04]", async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "balcao-budget-"));
    const logger = createSilentLogger();
    const open = (poolSize: number) =>
      openServices({
        databaseUrl: test.url,
        dataDir,
        secrets: { mediaKey: "m".repeat(32), sessionEncryptionKey: "s".repeat(32), vapidKey: "v".repeat(32) },
        logger,
        clock: systemClock,
        waker: createWaker({ redis: createRedis(undefined, logger), clock: systemClock, logger }),
        applicationName: "balcao-api",
        poolSize,
      });
    await expect(open(await getAllowedConnections(test.database.sql))).rejects.toThrow(
      /^PostgreSQL allows \d+ connections: .* balcao-api needs /,
    );
    const small = await open(1);
    await small.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
