import { insertAuthSession, revokeAuthSession } from "@balcao/database/authSessions";
import { createManualClock, systemClock } from "@balcao/platform/clock";
import { randomUUID } from "node:crypto";
import type { Services } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { followStatuses, recordSeen } from "./index.js";

const MINUTE_MS = 60_000;
let hashes = 0;
/** Account 1 is always an administrator. */
let people = 1;

describe("whether people are online [D-095]", () => {
  let test: TestServices;
  let services: Services;
  beforeAll(async () => {
    test = await openTestServices();
    ({ services } = test);
  }, 60_000);
  afterAll(() => test.close());

  async function signIn(userId: number): Promise<string> {
    const id = randomUUID();
    const now = systemClock.now();
    const until = new Date(now.getTime() + 24 * 60 * MINUTE_MS);
    const refreshHash = Buffer.from(`hash ${(hashes += 1)}`);
    const times = { now, idleUntil: until, absoluteUntil: until };
    await insertAuthSession(services.database.sql, { id, userId, refreshHash, ...times, ip: null, userAgent: null });
    return id;
  }
  async function person(name: string): Promise<number> {
    const id = (people += 1);
    await test.rows("INSERT INTO user_account (id, name, email, password_hash) VALUES ($1, $2, lower($2) || '@balcao.test', '')", [
      id,
      name,
    ]);
    return id;
  }
  /** Follows the statuses and returns the person's. */
  async function status(userId: number): Promise<string | undefined> {
    await followStatuses(services);
    return (await test.rows<{ status: string }>("SELECT status FROM user_account WHERE id = $1", [userId]))[0]?.status;
  }
  /** Makes what was recorded as old as it would be after this time. */
  const pass = (ms: number) =>
    test.rows("UPDATE session_presence SET seen_at = seen_at - $1 * interval '1 ms', heartbeat_at = heartbeat_at - $1 * interval '1 ms'", [
      ms,
    ]);
  const beats = (sessionId: string) => recordSeen(services, [{ sessionId, beats: true }]);
  const isSeen = (sessionId: string) => recordSeen(services, [{ sessionId, beats: false }]);

  it("makes a person away who is connected, online for five minutes after a heartbeat, and offline after a minute without a socket", async () => {
    const ana = await person("Ana");
    const session = await signIn(ana);
    expect(await status(ana)).toBe("offline");
    await isSeen(session);
    expect(await status(ana)).toBe("away");
    await beats(session);
    expect(await status(ana)).toBe("online");
    for (let minute = 1; minute <= 4; minute += 1) {
      await pass(MINUTE_MS);
      await isSeen(session);
      expect(await status(ana)).toBe("online");
    }
    await pass(MINUTE_MS);
    await isSeen(session);
    expect(await status(ana)).toBe("away");
    await pass(MINUTE_MS / 2);
    expect(await status(ana)).toBe("away");
    await pass(MINUTE_MS / 2);
    expect(await status(ana)).toBe("offline");
  });

  it("is judged by the database's clock, whatever the clock of a process shows [B-07]", async () => {
    const zeca = await person("Zeca");
    const session = await signIn(zeca);
    const ahead = createManualClock(new Date(systemClock.now().getTime() + 60 * MINUTE_MS));
    await recordSeen({ ...services, clock: ahead }, [{ sessionId: session, beats: true }]);
    await followStatuses({ ...services, clock: createManualClock("2025-03-03T12:00:00Z") });
    expect(await status(zeca)).toBe("online");
    await pass(2 * MINUTE_MS);
    expect(await status(zeca)).toBe("offline");
  });

  it("counts every session of a person, and none that has ended", async () => {
    const rui = await person("Rui");
    const [desktop, phone] = [await signIn(rui), await signIn(rui)];
    await beats(desktop);
    await isSeen(phone);
    expect(await status(rui)).toBe("online");
    await revokeAuthSession(services.database.sql, desktop, { now: systemClock.now(), reason: "logout" });
    expect(await status(rui)).toBe("away");
    await revokeAuthSession(services.database.sql, phone, { now: systemClock.now(), reason: "logout" });
    expect(await status(rui)).toBe("offline");
    await beats(phone);
    expect(await status(rui)).toBe("offline");
  });

  it("sends one event for each change, and none for a heartbeat that changes nothing", async () => {
    const bia = await person("Bia");
    const session = await signIn(bia);
    const events = async () =>
      (await test.rows("SELECT 1 FROM live_event WHERE topic = 'userStatus' AND (payload->>'id')::int = $1", [bia])).length;
    await beats(session);
    await followStatuses(services);
    expect(await events()).toBe(1);
    await pass(MINUTE_MS / 2);
    await beats(session);
    await Promise.all([followStatuses(services), followStatuses(services, [bia])]);
    expect(await events()).toBe(1);
  });
});
