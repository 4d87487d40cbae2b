import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { insertInboundEvents, type JournalEvent } from "../intake/index.js";
import { releaseLane, takeLanes, toTakenLanes } from "./index.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const event = (lane: string, dedupeKey: string): JournalEvent => ({
  kind: "message",
  lane,
  dedupeKey,
  bodySha: "00",
  payload: "{}",
  sentAt: new Date("2026-11-20T12:00:00Z"),
  secretSealed: null,
});
const journal = (...events: readonly JournalEvent[]) => insertInboundEvents(test.database.sql, 1, events);
const nobodyWaits = async (): Promise<boolean> =>
  (await test.database.sql.ask("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")).length ===
  0;

it("takes another lane than those that are held, and returns its events in the order in which they were sent [P-4]", async () => {
  await journal({ ...event("1:a", "a2"), sentAt: new Date("2026-11-20T12:01:00Z") }, event("1:a", "a1"));
  await journal(event("1:b", "b1"));
  const { database } = test;
  await database.transaction(async (_, first) => {
    const [held] = toTakenLanes(first);
    await database.transaction(async (__, second) => {
      const lanes = [held, ...toTakenLanes(second)].sort((x, y) => (x?.lane ?? "").localeCompare(y?.lane ?? ""));
      expect(lanes.map((each) => [each?.lane, each?.events.map(({ id }) => id)])).toEqual([
        ["1:a", [2, 1]],
        ["1:b", [3]],
      ]);
      await database.transaction(async (___, third) => expect(toTakenLanes(third)).toEqual([]), takeLanes);
    }, takeLanes);
  }, takeLanes);
});

it("takes lanes of acks together, and no other with them", async () => {
  const ack = (lane: string, dedupeKey: string) => ({ ...event(lane, dedupeKey), kind: "ack" });
  const { database } = test;
  await database.sql.ask("DELETE FROM inbound_event");
  await database.sql.ask("DELETE FROM inbound_lane");
  for (const each of [ack("1:r", "r1"), ack("1:s", "s1"), event("1:t", "t1"), ack("1:t", "t2"), ack("1:u", "u1")]) await journal(each);
  await database.transaction(async (_, first) => {
    expect(toTakenLanes(first).map(({ lane, events }) => [lane, events.length])).toEqual([
      ["1:r", 1],
      ["1:s", 1],
      ["1:u", 1],
    ]);
    await database.transaction(async (__, second) => {
      expect(toTakenLanes(second).map(({ lane }) => lane)).toEqual(["1:t"]);
    }, takeLanes);
  }, takeLanes);
});

it("keeps a lane ready for an event that is committed while the lane is being released", async () => {
  const { database } = test;
  await test.database.sql.ask("DELETE FROM inbound_event");
  await journal(event("1:c", "c1"));
  await test.database.sql.ask("UPDATE inbound_lane SET ready_at = NULL WHERE lane <> '1:c'");
  let releasing: Promise<unknown> = Promise.resolve();
  await database.transaction(async (intake) => {
    await insertInboundEvents(intake, 1, [event("1:c", "c2")]);
    releasing = database.transaction(async (tx, opened) => {
      const [taken] = toTakenLanes(opened);
      expect(taken?.events).toHaveLength(1);
      await releaseLane(tx, "1:c", { done: taken?.events.map(({ id }) => id) ?? [], adoptsOrphans: false, delayMs: null });
    }, takeLanes);
    const deadline = performance.now() + patience(10_000);
    while ((await nobodyWaits()) && performance.now() < deadline);
    expect(await nobodyWaits()).toBe(false);
  });
  await releasing;
  const left = await test.database.sql.ask(
    "SELECT ready_at IS NOT NULL AS ready, (SELECT array_agg(dedupe_key) FROM inbound_event WHERE state = 0) AS keys FROM inbound_lane WHERE lane = '1:c'",
  );
  expect(left).toEqual([{ ready: true, keys: ["c2"] }]);
});
