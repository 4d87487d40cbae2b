import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import pg from "pg";
import { QueryTypes } from "sequelize";
import { baseline } from "../migrations/baseline.js";
import { statement, type Sql, type Tx } from "./index.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const read = async (text: string): Promise<unknown> =>
  (await test.database.sql.ask<{ value: unknown }>(`SELECT ${text} AS value`))[0]?.value;

describe("prepared SQL", () => {
  it.each([
    ["timestamptz '2026-11-20 09:00:00-03'", "2026-11-20T12:00:00.000Z"],
    ["timestamptz '2026-11-20 12:00:00.5Z'", "2026-11-20T12:00:00.500Z"],
    ["timestamptz '2026-02-28 23:59:59.987654Z'", "2026-02-28T23:59:59.987Z"],
    ["timestamptz '0099-01-01 00:00:00Z'", "0099-01-01T00:00:00.000Z"],
    ["timestamptz '0044-03-15 00:00:00Z BC'", "-000043-03-15T00:00:00.000Z"],
    ["timestamptz '12026-01-01 00:00:00Z'", "+012026-01-01T00:00:00.000Z"],
  ])("reads %s as that instant", async (text, expected) => {
    expect(await read(text)).toEqual(new Date(expected));
  });

  it("reads infinite timestamps and ids as numbers, those in arrays too", async () => {
    expect(await read("ARRAY[9007199254740991, NULL]::bigint[]")).toEqual([9007199254740991, null]);
    expect(await read("timestamptz 'infinity'")).toBe(Infinity);
    expect(await read("9007199254740991::bigint")).toBe(9007199254740991);
  });
});

describe("a prepared statement", () => {
  const rows = statement<{ n: number | null; text: string }>(
    "test_rows",
    "SELECT nullif(n, 2) AS n, 'é' || n AS text FROM generate_series(1, $1::int) n",
  );
  const failing = statement<{ n: number }>("test_failing", "SELECT 10 / (n - $1::int) AS n FROM generate_series(1, 4) n");
  const nothing = statement("test_nothing", "UPDATE user_account SET name = name WHERE id = $1");

  it("answers the same rows when it runs again on a connection, where its columns are not described any more", async () => {
    const expected = [
      { n: 1, text: "é1" },
      { n: null, text: "é2" },
      { n: 3, text: "é3" },
    ];
    await test.database.transaction(async (tx) => {
      for (let time = 0; time < 3; time += 1) expect(await tx.run(rows, [3])).toEqual(expected);
      expect(await tx.run(rows, [0])).toEqual([]);
      for (let time = 0; time < 3; time += 1) expect(await tx.run(nothing, [0])).toEqual([]);
      const together = await Promise.all([tx.run(rows, [1]), tx.run(nothing, [0]), tx.run(rows, [3])]);
      expect(together).toEqual([[expected[0]], [], expected]);
    });
    expect(await Promise.all([1, 2, 3].map((n) => test.database.sql.run(rows, [n])))).toHaveLength(3);
  });

  it("that fails among its rows fails whole, and runs again on the same connection", async () => {
    for (const divisor of [9, 2, 9]) {
      const answer = test.database.sql.run(failing, [divisor]);
      if (divisor === 9) expect(await answer).toHaveLength(4);
      else await expect(answer).rejects.toMatchObject({ code: "22012" });
    }
  });
});

describe("a transaction", () => {
  /** Fails so many times with a SQLSTATE: a sequence goes on counting although the transaction is rolled back. */
  const failing = (times: number, state: string): Promise<number> =>
    test.database.transaction(async (tx) => {
      await tx.ask(
        `DO $$ BEGIN IF nextval('tries') <= ${times} THEN RAISE EXCEPTION 'beside another one' USING ERRCODE = '${state}'; END IF; END $$`,
      );
      return (await tx.ask<{ n: number }>("SELECT currval('tries')::int AS n"))[0]?.n ?? 0;
    });
  beforeEach(() => test.database.sql.ask("CREATE SEQUENCE tries"));
  afterEach(() => test.database.sql.ask("DROP SEQUENCE tries"));

  it.each(["40P01", "40001", "55P03"])("that %s ends is run once more, and not a third time", async (state) => {
    expect(await failing(1, state)).toBe(2);
    await test.database.sql.ask("ALTER SEQUENCE tries RESTART");
    await expect(failing(2, state)).rejects.toMatchObject({ code: state });
  });

  it.each(["23505", "22P02", "57014"])("that %s ends is not run again", async (state) => {
    await expect(failing(1, state)).rejects.toMatchObject({ code: state });
  });

  it("that waits for its own process ends by itself, ours after 10 s", async () => {
    const shown = (sql: Sql) => sql.ask("SELECT current_setting('idle_in_transaction_session_timeout') AS after");
    expect(await test.database.transaction(shown)).toEqual([{ after: "10s" }]);
    const [row] = await test.database.orm.query("SELECT current_setting('idle_in_transaction_session_timeout') AS after", {
      type: QueryTypes.SELECT,
    });
    expect(row).toEqual({ after: "10s" });
  });

  it("of a program of somebody's under our role ends after a minute", async () => {
    await test.database.sql.ask(baseline.sql.slice(baseline.sql.lastIndexOf("DO $$")));
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    const { rows } = await client.query("SELECT current_setting('idle_in_transaction_session_timeout') AS after");
    await client.end();
    expect(rows).toEqual([{ after: "1min" }]);
  });
});

describe("statements of a transaction that are asked together", () => {
  const insert = statement<{ n: number }>("test_note_insert", "INSERT INTO test_note (n) VALUES ($1) RETURNING n");
  const count = statement<{ n: number }>("test_note_count", "SELECT (count(*) + $1)::int AS n FROM test_note");
  const notes = async () => (await test.database.sql.ask<{ n: number }>("SELECT n FROM test_note ORDER BY id")).map(({ n }) => n);
  beforeEach(() => test.database.sql.ask("CREATE TABLE test_note (id serial, n int CHECK (n > 0))"));
  afterEach(() => test.database.sql.ask("DROP TABLE test_note"));

  it("run in their order, those for the commit last", async () => {
    const rows = await test.database.transaction(async (tx) => {
      await tx.atCommit.run(insert, [4]);
      await tx.atCommit.run(insert, [5]);
      return Promise.all([1, 2, 3].map((n) => tx.run(insert, [n])));
    });
    expect(rows).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    expect(await notes()).toEqual([1, 2, 3, 4, 5]);
  });

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ["one of several", (tx) => Promise.all([tx.run(insert, [1]), tx.run(insert, [-1]), tx.run(insert, [2])])],
    ["one that goes with COMMIT", (tx) => Promise.all([tx.atCommit.run(insert, [1]), tx.atCommit.run(insert, [-1])])],
  ])("leave nothing when %s fails, and the failure is its own", async (_which, work) => {
    await expect(test.database.transaction(work)).rejects.toMatchObject({ code: "23514" });
    expect(await notes()).toEqual([]);
    // The connection is used again, with the same prepared statement.
    await test.database.transaction((tx) => tx.run(insert, [7]));
    expect(await notes()).toEqual([7]);
  });

  it("cannot go on outside of a transaction that has failed", async () => {
    let failed: () => void = () => undefined;
    const failure = new Promise<void>((resolve) => (failed = resolve));
    let late: Promise<unknown> = Promise.resolve();
    const work = (tx: Tx) => {
      late = failure.then(() => tx.run(insert, [1]));
      return Promise.all([late, tx.run(insert, [-1])]);
    };
    await expect(test.database.transaction(work)).rejects.toMatchObject({ code: "23514" });
    failed();
    await expect(late).rejects.toThrow("the transaction is over");
    expect(await notes()).toEqual([]);
  });

  it("cannot go on after the end of a transaction, and one whose failure was swallowed is no success", async () => {
    const late = { ask: async (): Promise<unknown> => undefined, keep: async (): Promise<unknown> => undefined };
    await test.database.transaction(async (tx) => {
      late.ask = () => tx.run(insert, [1]);
      late.keep = () => tx.atCommit.run(insert, [1]);
    });
    await expect(late.ask()).rejects.toThrow("the transaction is over");
    await expect(late.keep()).rejects.toThrow("the transaction is over");
    await expect(test.database.transaction((tx) => tx.run(insert, [-1]).catch(() => undefined))).rejects.toThrow("was rolled back");
    expect(await notes()).toEqual([]);
  });

  it("begin with a statement that opens the transaction", async () => {
    const opening = { statement: count, values: [10] };
    const work = async (tx: Tx, opened: readonly { n: number }[]) => [...opened, ...(await tx.run(insert, [11]))];
    expect(await test.database.transaction(work, opening)).toEqual([{ n: 10 }, { n: 11 }]);
  });
});
