import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { runMigrations } from "../migrations/index.js";
import { addPartitions, AUDIT, listPartitions, LIVE_EVENTS, readCoverage, takeTurn, type PartitionedTable } from "./index.js";

let test: TestDatabase;
const ask = <T>(text: string, values: readonly unknown[] = []) => test.database.sql.ask<T>(text, values);
const namesOf = async (table: PartitionedTable) => (await listPartitions(test.database.sql, table)).map(({ name }) => name);
const addAt = (table: PartitionedTable, now: string) => test.database.transaction((tx) => addPartitions(tx, table, new Date(now)));

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

describe("partitions", () => {
  it("are made a whole day and a whole year ahead, once, whichever of several processes does it", async () => {
    const known = await namesOf(LIVE_EVENTS);
    const now = new Date("2199-12-30T23:59:00Z");
    const added = await Promise.all(
      [1, 2, 3].map(() => test.database.transaction(async (tx) => ((await takeTurn(tx)) ? addPartitions(tx, LIVE_EVENTS, now) : []))),
    );
    expect(added.flat()).toEqual(["live_event_2199_12_31"]);
    expect(await addAt(LIVE_EVENTS, "2199-12-31T00:00:00Z")).toEqual(["live_event_2200_01_01"]);
    expect(await namesOf(LIVE_EVENTS)).toEqual([...known, "live_event_2199_12_31", "live_event_2200_01_01"]);
    expect(await addAt(AUDIT, "2199-06-01T00:00:00Z")).toEqual(["audit_entry_2200"]);
    expect(await addAt(AUDIT, "2199-12-31T23:00:00Z")).toEqual([]);
  });

  it("are made for the days between, when the clock was ahead for a while", async () => {
    await addAt(LIVE_EVENTS, "2199-01-20T12:00:00Z");
    expect(await addAt(LIVE_EVENTS, "2199-01-10T12:00:00Z")).toEqual(["live_event_2199_01_11"]);
  });

  it("take the rows of their time, with the keys, indexes and triggers of the table", async () => {
    await addAt(AUDIT, "2199-06-01T00:00:00Z");
    await ask(
      "INSERT INTO audit_entry (source, action, at) VALUES ('server', 'tag.open', '2200-01-01T00:00:00Z'), ('server', 'tag.open', '2200-12-31T23:59:59Z')",
    );
    expect(await ask("SELECT count(*)::int AS n FROM audit_entry_2200")).toEqual([{ n: 2 }]);
    expect(await ask("SELECT u.at = e.at AS queued FROM audit_unsealed u JOIN audit_entry e ON e.id = u.entry_id")).toEqual([
      { queued: true },
      { queued: true },
    ]);
    for (const change of [
      "UPDATE audit_entry_2200 SET action = 'x'",
      "DELETE FROM audit_entry_2200",
      "TRUNCATE audit_entry_2200",
      "DELETE FROM audit_entry",
    ])
      await expect(ask(change)).rejects.toThrow("is append-only");
  });

  it("never refuse a row of a time that has none, which the default partition takes and the coverage shows", async () => {
    const { sql } = test.database;
    expect((await readCoverage(sql)).map(({ hasStrays }) => hasStrays)).toEqual([false, false]);
    await ask("INSERT INTO live_event (topic, payload, at) VALUES ('x', '{}', '2250-05-05T12:00:00Z')");
    await ask("INSERT INTO audit_entry (source, action, at) VALUES ('server', 'x', '2250-05-05T12:00:00Z')");
    expect((await readCoverage(sql)).map(({ hasStrays }) => hasStrays)).toEqual([true, true]);
    // A day that has begun, or of which there are rows already, stays with the default partition; the next ones do not.
    expect(await addAt(LIVE_EVENTS, "2250-05-04T12:00:00Z")).toEqual([]);
    expect(await addAt(LIVE_EVENTS, "2250-05-05T12:00:00Z")).toEqual(["live_event_2250_05_06"]);
    expect((await readCoverage(sql))[0]?.until).toEqual(new Date("2250-05-07T00:00:00Z"));
  });

  it("are not waited for where the table is in use: the change is given up and nothing of it stays", async () => {
    const before = await namesOf(LIVE_EVENTS);
    await test.database.transaction(async (reader) => {
      await reader.ask("SELECT FROM live_event");
      await expect(addAtWithTurn("2199-01-01T00:00:00Z")).rejects.toThrow("lock timeout");
      await ask("INSERT INTO live_event (topic, payload) VALUES ('x', '{}')");
    });
    expect(await namesOf(LIVE_EVENTS)).toEqual(before);
    expect(await ask("SELECT FROM pg_class WHERE relname LIKE 'live_event_2199%'")).toEqual([]);
    expect(await addAtWithTurn("2199-01-01T00:00:00Z")).toEqual(["live_event_2199_01_02"]);
  });

  it("are made at each start, also where none is left", async () => {
    for (const table of [LIVE_EVENTS, AUDIT])
      for (const name of await namesOf(table)) await ask(`ALTER TABLE ${table.name} DETACH PARTITION ${name}`);
    expect(await runMigrations(test.url)).toEqual([]);
    const [tomorrow] = await ask<{ name: string }>(
      `SELECT to_char(now() AT TIME ZONE 'UTC' + interval '1 day', '"live_event_"YYYY_MM_DD') AS name`,
    );
    expect(await namesOf(LIVE_EVENTS)).toEqual([tomorrow?.name]);
    expect(await namesOf(AUDIT)).toHaveLength(1);
  });
});

const addAtWithTurn = (now: string) =>
  test.database.transaction(async (tx) => ((await takeTurn(tx)) ? addPartitions(tx, LIVE_EVENTS, new Date(now)) : []));
