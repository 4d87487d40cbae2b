import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { searchTickets, type TicketSearch } from "../tickets/index.js";
import { openSearchPool, SearchAbandoned, type SearchPool } from "./index.js";

const EVERYTHING: TicketSearch = {
  condition: { op: "always" },
  history: { op: "always" },
  buckets: ["open"],
  guestId: null,
  ranges: new Map([["open", [{ queueKeys: null, userKeys: null }]]]),
  message: "palavra",
  contact: [],
  connectionIds: null,
  tagIds: null,
};

describe("the pool of searches", () => {
  let test: TestDatabase;
  let pool: SearchPool;

  beforeAll(async () => {
    test = await createTestDatabase();
    pool = openSearchPool({ url: test.url, applicationName: "search-test", size: 1, onPoolError: () => undefined });
  });
  afterAll(async () => {
    await pool.close();
    await test.close();
  });

  const sleeping = async (): Promise<number> =>
    (
      await test.database.sql.ask<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'search-test' AND state = 'active' AND query LIKE '%pg_sleep%'",
      )
    )[0]?.n ?? 0;
  const until = async (wanted: number): Promise<void> => {
    const deadline = Date.now() + patience(5_000);
    while ((await sleeping()) !== wanted) if (Date.now() > deadline) throw new Error(`${wanted} sleeping statements were never seen`);
  };

  it("says that the time is over, and goes on with the next search on the same connection", async () => {
    expect(await pool.run(undefined, (ask) => ask("SELECT pg_sleep(60)"))).toBeNull();
    expect(await pool.run(undefined, (ask) => ask("SELECT 1 AS n"))).toEqual([{ n: 1 }]);
  });

  it("stops the statement of a person who no longer waits, and answers the next one", async () => {
    const gone = new AbortController();
    const first = pool.run(gone.signal, async (ask) => {
      await ask("SELECT pg_sleep(60)");
      return ask("SELECT pg_sleep(60)");
    });
    const second = pool.run(undefined, (ask) => ask("SELECT 2 AS n"));
    await until(1);
    gone.abort();
    await expect(first).rejects.toThrow(SearchAbandoned);
    expect(await second).toEqual([{ n: 2 }]);
    expect(await sleeping()).toBe(0);
  });

  it("runs nothing for a person who left while waiting for a connection", async () => {
    const gone = new AbortController();
    const first = pool.run(undefined, (ask) => ask("SELECT pg_sleep(60)"));
    const second = pool.run(gone.signal, (ask) => ask("CREATE TABLE left_behind ()"));
    gone.abort();
    await expect(second).rejects.toThrow(SearchAbandoned);
    expect(await first).toBeNull();
    expect(await test.database.sql.ask("SELECT to_regclass('left_behind') AS name")).toEqual([{ name: null }]);
  });

  it("answers a search of tickets in part when its time is over", async () => {
    const found = await test.database.transaction(async (tx) => {
      await tx.ask("LOCK TABLE message IN ACCESS EXCLUSIVE MODE");
      return pool.run(undefined, (ask) => searchTickets(ask, EVERYTHING));
    });
    expect(found).toEqual({ hits: [], partial: true });
    expect(await pool.run(undefined, (ask) => searchTickets(ask, EVERYTHING))).toEqual({ hits: [], partial: false });
  });
});
