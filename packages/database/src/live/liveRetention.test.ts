import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { createPartition, LIVE_EVENTS, listPartitions } from "../partitions/index.js";
import {
  deleteStrayLiveEvents,
  detachLiveDay,
  dropDetachedLiveDays,
  insertLiveEvents,
  isKeptSince,
  listOldLiveDays,
  readLiveEvents,
  readLiveEventsBetween,
} from "./index.js";

const DAY_MS = 24 * 3_600_000;

let test: TestDatabase;
const ask = <T>(text: string, values: readonly unknown[] = []) => test.database.sql.ask<T>(text, values);
const cursorOfNow = async () => (await readLiveEvents(test.database.sql, null)).cursor;

/** A cursor with no transaction open that is older than the stored events. Tests share a server, whose transactions all count. */
async function cursorPastAll(): Promise<string> {
  const deadline = Date.now() + patience(20_000);
  for (;;) {
    const cursor = await cursorOfNow();
    const open = await ask("SELECT FROM live_event WHERE xid >= pg_snapshot_xmin($1::pg_snapshot)", [cursor]);
    if (open.length === 0 || Date.now() > deadline) return cursor;
    await sleep(10);
  }
}

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

/** Drops the days whose events are older than a day at `now`. */
async function retireAt(now: Date): Promise<void> {
  for (const name of await listOldLiveDays(test.database.sql, now)) await test.database.transaction((tx) => detachLiveDay(tx, name));
  await dropDetachedLiveDays(test.database.sql);
}

describe("live events", () => {
  it("of a day are dropped a day after its end, and their cursors are known to be too old [P-25, P-28]", async () => {
    const { sql } = test.database;
    const [first] = await listPartitions(sql, LIVE_EVENTS);
    const end = new Date(first?.until ?? 0);
    const until = new Date(end.getTime() + DAY_MS);
    await test.database.transaction((tx) =>
      createPartition(tx, LIVE_EVENTS, { name: "live_event_next", from: end.toISOString(), until: until.toISOString() }),
    );
    const before = await cursorOfNow();
    await insertLiveEvents(sql, [{ topic: "ticket", ticketId: null, payload: { n: 1 } }]);
    const between = await cursorPastAll();
    await ask("INSERT INTO live_event (topic, payload, at) VALUES ('ticket', $1, $2)", [JSON.stringify({ n: 2 }), end]);
    await retireAt(new Date(end.getTime() + DAY_MS - 1));
    expect(await isKeptSince(sql, before)).toBe(true);
    await retireAt(new Date(end.getTime() + DAY_MS));
    const now = await cursorPastAll();
    expect((await readLiveEventsBetween(sql, before, now)).map(({ payload }) => payload)).toEqual([{ n: 2 }]);
    expect([await isKeptSince(sql, before), await isKeptSince(sql, between), await isKeptSince(sql, now)]).toEqual([false, true, true]);
    expect(await ask("SELECT FROM pg_class WHERE relname = $1", [first?.name])).toEqual([]);
  });

  it("of a day that was taken out are dropped by the next process when the first one died before it came to it", async () => {
    const [first] = await listPartitions(test.database.sql, LIVE_EVENTS);
    await test.database.transaction((tx) => detachLiveDay(tx, first?.name ?? ""));
    // Another process had the same day on its list.
    await test.database.transaction((tx) => detachLiveDay(tx, first?.name ?? ""));
    await dropDetachedLiveDays(test.database.sql);
    expect(await ask("SELECT relname FROM pg_class WHERE relname LIKE 'live_event%' AND relkind = 'r' ORDER BY 1")).not.toContainEqual({
      relname: first?.name,
    });
  });

  it("are not held up by a day that cannot be taken out because a transaction stays open", async () => {
    const { sql } = test.database;
    const [first] = await listPartitions(sql, LIVE_EVENTS);
    await test.database.transaction(async (open) => {
      await insertLiveEvents(open, [{ topic: "ticket", ticketId: null, payload: {} }]);
      await expect(test.database.transaction((tx) => detachLiveDay(tx, first?.name ?? ""))).rejects.toThrow("lock timeout");
      await insertLiveEvents(sql, [{ topic: "ticket", ticketId: null, payload: {} }]);
    });
    expect((await listPartitions(sql, LIVE_EVENTS))[0]).toEqual(first);
    expect(await isKeptSince(sql, await cursorOfNow())).toBe(true);
  });

  it("that belong to no day are deleted in steps when they are older than a day", async () => {
    const { sql } = test.database;
    for (const { name } of await listPartitions(sql, LIVE_EVENTS)) await ask(`ALTER TABLE live_event DETACH PARTITION ${name}`);
    const before = await cursorOfNow();
    await ask("INSERT INTO live_event (topic, payload, at) SELECT 'x', '{}', now() - interval '25 hours' FROM generate_series(1, 1500)");
    await ask("INSERT INTO live_event (topic, payload, at) SELECT 'x', '{}', now() - interval '23 hours' FROM generate_series(1, 10)");
    let steps = 0;
    for (let above = 0; (above = await deleteStrayLiveEvents(sql, above)) > 0;) steps += 1;
    expect([steps, await ask("SELECT count(*)::int AS n FROM live_event")]).toEqual([2, [{ n: 10 }]]);
    expect(await isKeptSince(sql, before)).toBe(false);
  });
});
