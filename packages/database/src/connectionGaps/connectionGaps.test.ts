import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { acquireLeases, ensureLeases, renewLeases } from "../leases/index.js";
import { closeGap, countRecovered, listGaps, openGap, recordUnkeptTime } from "./index.js";

const ME = "11111111-1111-1111-1111-111111111111";
const QUIET_MS = 300_000;

let test: TestDatabase;
let connectionId = 0;
let epoch = 0;
const ask = <T>(sql: string, values: readonly unknown[] = []) => test.database.sql.ask<T>(sql, values);
const take = async (): Promise<void> => {
  const [lease] = await acquireLeases(test.database.sql, ME, 1, 60_000);
  if (!lease) throw new Error("no lease");
  ({ connectionId, epoch } = lease);
};

beforeEach(async () => {
  test = await createTestDatabase();
  await ask("INSERT INTO connection (name, api, wanted) VALUES ('Loja', 'meow', true)");
  await ensureLeases(test.database.sql);
  await take();
});
afterEach(() => test.close());

const gaps = () => listGaps(test.database.sql, connectionId, 10);
/** Nobody renews for so many minutes, then the lease is taken again. */
const leaveAlone = async (minutes: number): Promise<void> => {
  await renewLeases(test.database.sql, ME, 60_000, [{ connectionId, epoch }]);
  await ask("UPDATE session_lease SET expires_at = '-infinity', kept_at = kept_at - $1 * interval '1 minute'", [minutes]);
  await take();
};

describe("the record of when a number was away", () => {
  it("has one open gap at most, with its reason, until it ends [P-10]", async () => {
    expect(await openGap(test.database.sql, connectionId, "sem internet")).toBe(true);
    expect(await openGap(test.database.sql, connectionId, "outra")).toBe(false);
    expect(await gaps()).toMatchObject([{ untilAt: null, reason: "sem internet", recovered: 0 }]);
    expect(await closeGap(test.database.sql, connectionId, epoch)).toBe(true);
    expect(await closeGap(test.database.sql, connectionId, epoch)).toBe(false);
    expect((await gaps())[0]?.untilAt).toBeInstanceOf(Date);
  });

  it("begins when the last holder was last seen, where nobody kept the number [P-10]", async () => {
    await leaveAlone(40);
    await openGap(test.database.sql, connectionId, null);
    const minutes = (Date.now() - ((await gaps())[0]?.fromAt.getTime() ?? 0)) / 60_000;
    expect(Math.round(minutes)).toBe(40);
  });

  it.each([
    [40, 1],
    [2, 0],
  ])("after %i minutes without a holder holds %i gaps of a number that never fell [P-10]", async (minutes, count) => {
    await leaveAlone(minutes);
    expect(await recordUnkeptTime(test.database.sql, connectionId, epoch - 1, QUIET_MS)).toBe(false);
    expect(await recordUnkeptTime(test.database.sql, connectionId, epoch, QUIET_MS)).toBe(count === 1);
    expect(await recordUnkeptTime(test.database.sql, connectionId, epoch, QUIET_MS)).toBe(false);
    expect(await gaps()).toHaveLength(count);
  });

  it("counts what was sent within it and came in after it, once, and nothing else [P-10]", async () => {
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
    expect(await gaps()).toMatchObject([{ recovered: 2 }]);
  });

  it("is forgotten ninety days after it ended", async () => {
    await openGap(test.database.sql, connectionId, null);
    await closeGap(test.database.sql, connectionId, epoch);
    await ask("UPDATE connection_gap SET from_at = now() - interval '92 days', until_at = now() - interval '91 days'");
    await openGap(test.database.sql, connectionId, null);
    expect(await gaps()).toMatchObject([{ untilAt: null }]);
  });
});
