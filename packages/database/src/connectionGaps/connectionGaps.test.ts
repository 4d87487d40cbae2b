import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { acquireLeases, ensureLeases, renewLeases } from "../leases/index.js";
import { closeGap, countRecovered, isSinceGap, listGapQuestions, listGaps, openGap, recordGapQuestion, recordUnkeptTime } from "./index.js";

const ME = "11111111-1111-1111-1111-111111111111";
const QUIET_MS = 300_000;

let test: TestDatabase;
let connectionId = 0;
let epoch = 0;
const ask = <T>(sql: string, values: readonly unknown[] = []) => test.database.sql.ask<T>(sql, values);
const takeLease = async (): Promise<void> => {
  const [lease] = await acquireLeases(test.database.sql, ME, { limit: 1, ttlMs: 60_000, apis: ["meow"] });
  if (!lease) throw new Error("no lease");
  ({ connectionId, epoch } = lease);
};

beforeEach(async () => {
  test = await createTestDatabase();
  await ask("INSERT INTO connection (name, api, wanted) VALUES ('Loja', 'meow', true)");
  await ensureLeases(test.database.sql);
  await takeLease();
});
afterEach(() => test.close());

const gaps = () => listGaps(test.database.sql, connectionId, 10);
/** Lets the lease be without a holder for `minutes`, then takes it again. */
const leaveWithoutHolder = async (minutes: number): Promise<void> => {
  await renewLeases(test.database.sql, ME, 60_000, [{ connectionId, epoch }]);
  await ask("UPDATE session_lease SET expires_at = '-infinity', kept_at = kept_at - $1 * interval '1 minute'", [minutes]);
  await takeLease();
};

describe("the gaps of a connection", () => {
  it("have at most one open gap, with its reason, until it is closed [P-10]", async () => {
    expect(await openGap(test.database.sql, connectionId, "sem internet")).toBe(true);
    expect(await openGap(test.database.sql, connectionId, "outra")).toBe(false);
    expect(await gaps()).toMatchObject([{ untilAt: null, reason: "sem internet", recovered: 0 }]);
    expect(await closeGap(test.database.sql, connectionId, epoch)).toBe(true);
    expect(await closeGap(test.database.sql, connectionId, epoch)).toBe(false);
    expect((await gaps())[0]?.untilAt).toBeInstanceOf(Date);
  });

  it("begin when the last holder was last seen, if the number had no holder [P-10]", async () => {
    await leaveWithoutHolder(40);
    await openGap(test.database.sql, connectionId, null);
    const minutes = (Date.now() - ((await gaps())[0]?.fromAt.getTime() ?? 0)) / 60_000;
    expect(Math.round(minutes)).toBe(40);
  });

  it.each([
    [40, 1],
    [2, 0],
  ])("after %i minutes without a holder contain %i gaps of a number that stayed linked [P-10]", async (minutes, count) => {
    await leaveWithoutHolder(minutes);
    expect(await recordUnkeptTime(test.database.sql, connectionId, epoch - 1, QUIET_MS)).toBe(false);
    expect(await recordUnkeptTime(test.database.sql, connectionId, epoch, QUIET_MS)).toBe(count === 1);
    expect(await recordUnkeptTime(test.database.sql, connectionId, epoch, QUIET_MS)).toBe(false);
    expect(await gaps()).toHaveLength(count);
  });

  it("count messages that were sent during the gap and stored after it, once, and no others [P-10]", async () => {
    await openGap(test.database.sql, connectionId, null);
    await closeGap(test.database.sql, connectionId, epoch);
    await ask("UPDATE connection_gap SET from_at = now() - interval '20 minutes', until_at = now() - interval '1 minute'");
    await ask("INSERT INTO contact (name, number) VALUES ('Cliente', '5511900000001')");
    await ask("INSERT INTO ticket (contact_id, connection_id, status) SELECT c.id, $1, 'pending' FROM contact c", [connectionId]);
    const insert = (minutesAgo: number, isInbound: boolean) =>
      ask(
        `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, sent_at, inbound_event_id)
         SELECT id, $1, 'x', 'x', false, 'text', now() - $2 * interval '1 minute', CASE WHEN $3 THEN 1 END FROM ticket`,
        [connectionId, minutesAgo, isInbound],
      );
    for (const [minutesAgo, isInbound] of [
      [25, true],
      [19, true],
      [5, true],
      [5, false],
      [0, true],
    ] as const)
      await insert(minutesAgo, isInbound);
    expect(await countRecovered(test.database.sql, connectionId)).toBe(true);
    expect(await countRecovered(test.database.sql, connectionId)).toBe(false);
    const [gap] = await gaps();
    expect(gap).toMatchObject({ recovered: 2 });
    const minutesAgo = (at: Date | null | undefined) => Math.round((Date.now() - (at?.getTime() ?? 0)) / 60_000);
    expect([minutesAgo(gap?.recoveredFrom), minutesAgo(gap?.recoveredUntil)]).toEqual([19, 5]);
  });

  it("list each conversation that continued after a long gap once, by its first message since then that the phone has [P-10]", async () => {
    await openGap(test.database.sql, connectionId, null);
    await closeGap(test.database.sql, connectionId, epoch);
    const last = (minutes: number) => ask("UPDATE connection_gap SET from_at = until_at - $1 * interval '1 minute'", [minutes]);
    await ask("UPDATE connection_gap SET until_at = now() - interval '30 minutes', from_at = now() - interval '40 minutes'");
    await ask("INSERT INTO contact (name, number) VALUES ('Cliente', '5511900000001')");
    await ask("INSERT INTO ticket (contact_id, connection_id, status) SELECT c.id, $1, 'pending' FROM contact c", [connectionId]);
    for (const [id, chat, minutesAgo, fromMe, ack, type] of [
      ["BEFORE", "phone:1", 50, false, 0, "text"],
      ["WITHIN", "phone:1", 35, false, 0, "text"],
      ["CALL", "phone:1", 20, false, 0, "call_log"],
      ["UNSENT", "phone:1", 19, true, 0, "text"],
      ["FIRST", "phone:1", 18, true, 1, "text"],
      ["SECOND", "phone:1", 17, false, 0, "text"],
      ["OTHER", "phone:2", 10, false, 0, "text"],
      ["QUIET", "phone:3", 34, false, 0, "text"],
    ] as const)
      await ask(
        `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, ack, external_id, type, sent_at)
         SELECT id, $1, $2, $2, $3, $4, $5, $6, now() - $7 * interval '1 minute' FROM ticket`,
        [connectionId, chat, fromMe, ack, id, type, minutesAgo],
      );
    const limits = { quietMs: QUIET_MS, withinMs: 3_600_000, mostChats: 100, atOnce: 10 };
    const open = (more: object = {}) => listGapQuestions(test.database.sql, connectionId, { ...limits, ...more });
    const [first, second, ...rest] = await open();
    expect([first, second, rest]).toMatchObject([{ chat: "phone:1", externalId: "FIRST", fromMe: true }, { externalId: "OTHER" }, []]);
    expect(await open({ atOnce: 1 })).toHaveLength(1);
    expect([await open({ withinMs: 60_000 }), await open({ mostChats: 0 })]).toEqual([[], []]);
    await last(4);
    expect(await open()).toEqual([]);
    await last(10);
    if (!first) throw new Error("no question");
    await recordGapQuestion(test.database.sql, first);
    expect(await open()).toMatchObject([{ externalId: "OTHER" }]);
    expect(await open({ mostChats: 1 })).toEqual([]);
    expect(await gaps()).toMatchObject([{ asked: 1 }]);
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    expect(await isSinceGap(test.database.sql, connectionId, minutesAgo(45))).toBe(false);
    expect(await isSinceGap(test.database.sql, connectionId, minutesAgo(35))).toBe(true);
  });

  it("are deleted ninety days after they ended", async () => {
    await openGap(test.database.sql, connectionId, null);
    await closeGap(test.database.sql, connectionId, epoch);
    await ask("UPDATE connection_gap SET from_at = now() - interval '92 days', until_at = now() - interval '91 days'");
    await openGap(test.database.sql, connectionId, null);
    expect(await gaps()).toMatchObject([{ untilAt: null }]);
  });
});
