import { createSilentLogger } from "@balcao/platform/logger";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { createRefusalAudit, type RefusedCall } from "./index.js";

const SESSION = "0b0b0b0b-0000-4000-8000-000000000001";
const CALL: RefusedCall = {
  who: { userId: 7, sessionId: SESSION },
  ip: "203.0.113.7",
  method: "PUT",
  route: "/tickets/:ticketId",
  path: "/api/tickets/15",
};

describe("refused calls in the audit", () => {
  let test: TestDatabase;
  beforeAll(async () => (test = await createTestDatabase()), 60_000);
  afterAll(() => test.close());
  beforeEach(() =>
    test.database.sql.ask(
      "ALTER TABLE audit_entry DISABLE TRIGGER USER; DELETE FROM audit_entry; ALTER TABLE audit_entry ENABLE TRIGGER USER",
    ),
  );

  const entries = () =>
    test.database.sql.ask<{ action: string; description: string; userId: number | null; ip: string }>(
      `SELECT action, description, user_id AS "userId", ip FROM audit_entry ORDER BY id`,
    );
  const open = (windowMs?: number) => createRefusalAudit({ database: test.database, logger: createSilentLogger() }, windowMs);

  it("are written with who, where and what: the first at once, the others as one entry [S-69]", async () => {
    const audit = open();
    for (let ticket = 15; ticket < 40; ticket += 1) await audit.note({ ...CALL, path: `/api/tickets/${ticket}` });
    expect(await entries()).toEqual([{ action: "access.refused", description: "PUT /api/tickets/15", userId: 7, ip: "203.0.113.7" }]);
    await audit.close();
    expect((await entries()).map(({ description }) => description)).toEqual(["PUT /api/tickets/15", "PUT /tickets/:ticketId (24 more)"]);
  });

  it("are counted separately by person, by route and, without a session, by address", async () => {
    const audit = open();
    const stranger = { ...CALL, who: null };
    for (const call of [CALL, { ...CALL, method: "GET" }, { ...CALL, who: { userId: 8, sessionId: SESSION } }, stranger])
      await audit.note(call);
    await audit.note({ ...stranger, ip: "2001:db8::1" });
    await audit.note({ ...stranger, ip: "2001:db8::2" });
    expect(await entries()).toHaveLength(5);
    await audit.close();
    expect((await entries()).at(-1)).toMatchObject({ userId: null, description: "PUT /tickets/:ticketId (1 more)" });
  });

  it("are written again after the window", async () => {
    const audit = open(20);
    // The second call must fall into the window that the first one opens, however slow the first
    // write is.
    await Promise.all([audit.note(CALL), audit.note(CALL)]);
    const deadline = Date.now() + patience(20_000);
    while ((await entries()).length < 2 && Date.now() < deadline);
    await audit.note(CALL);
    const descriptions = (await entries()).map(({ description }) => description);
    expect(descriptions[0]).toBe("PUT /api/tickets/15");
    expect(descriptions.slice(1)).toEqual(["PUT /tickets/:ticketId (1 more)", "PUT /api/tickets/15"]);
    await audit.close();
  });

  it("never break the answer when the audit cannot be written", async () => {
    const broken = { sql: { run: () => Promise.reject(new Error("away")), ask: () => Promise.reject(new Error("away")) } };
    await expect(createRefusalAudit({ database: broken, logger: createSilentLogger() }).note(CALL)).resolves.toBeUndefined();
  });
});
