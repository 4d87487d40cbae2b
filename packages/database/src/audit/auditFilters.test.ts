import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { AUDIT, createPartition } from "../partitions/index.js";
import { buffersOf } from "../sql/buffers.fixture.js";
import { listAuditActions, listAuditRows, type AuditFilter } from "./index.js";

const NONE: AuditFilter = { userId: null, area: null, action: null, ip: null, object: null, from: null, until: null };
const ENTRIES = 40_000;
const PAGE = 51;
/** A page of entries, the contact and ticket of each, and the ways to them; the table has some 1,500 buffers, and walking past the newer entries reads all of them. */
const MOST_BUFFERS = 350;
const object = (kind: string, id: number): Partial<AuditFilter> => ({ object: { kind, id } });

let test: TestDatabase;
const ask = <T>(text: string) => test.database.sql.ask<T>(text);

/** Many entries of two years. Of each thing that is looked for there are sixty, the oldest ones of each year. */
beforeAll(async () => {
  test = await createTestDatabase();
  const [from, until] = ["2199-01-01T00:00:00Z", "2200-01-01T00:00:00Z"];
  await test.database.transaction((tx) => createPartition(tx, AUDIT, { name: "audit_entry_2199", from, until }));
  for (const start of ["2026-01-01", "2199-01-01"])
    await ask(`
      INSERT INTO audit_entry (source, action, at, user_id, ip, ticket_id, contact_id, subject_user_id, connection_id, queue_id, related_kind, related_id)
      SELECT 'server', CASE WHEN n <= 30 THEN 'tag.rare' ELSE 'ticket.usual' || n % 3 END, '${start}'::timestamptz + n * interval '1 second',
        CASE WHEN n <= 30 THEN 7 ELSE n % 3 + 1 END, CASE WHEN n <= 30 THEN '10.0.0.7' ELSE '10.0.0.1' END,
        CASE WHEN n <= 30 THEN 7 ELSE n + 1000 END, CASE WHEN n <= 30 THEN 7 END, CASE WHEN n <= 30 THEN 7 END,
        CASE WHEN n <= 30 THEN 7 ELSE 1 END, CASE WHEN n <= 30 THEN 7 END, CASE WHEN n <= 30 THEN 'tag' END, CASE WHEN n <= 30 THEN 7 END
      FROM generate_series(1, ${ENTRIES}) n`);
  await ask("DELETE FROM audit_unsealed");
  await ask("VACUUM ANALYZE audit_entry, audit_unsealed");
}, 60_000);
afterAll(() => test.close());

describe("a page of the audit", () => {
  it.each<readonly [string, Partial<AuditFilter>]>([
    ["a ticket", object("ticket", 7)],
    ["a contact", object("contact", 7)],
    ["what was done to a person", object("user", 7)],
    ["a connection", object("connection", 7)],
    ["a queue", object("queue", 7)],
    ["a tag", object("tag", 7)],
    ["an action", { action: "tag.rare" }],
    ["an address", { ip: "10.0.0.7" }],
    ["a person", { userId: 7 }],
    [
      "a person's action about a ticket from an address",
      { userId: 7, action: "tag.rare", ip: "10.0.0.7", area: "tag", ...object("ticket", 7) },
    ],
    ["an action of a person", { userId: 7, action: "tag.rare" }],
  ])("about %s reads its own entries and not the whole table, with plans for any value", async (_name, filter) => {
    const wanted = { ...NONE, ...filter };
    const first = await listAuditRows(test.database.sql, null, wanted, PAGE);
    const rest = await listAuditRows(test.database.sql, first.at(-1)?.id ?? 0, wanted, PAGE);
    expect([first.length, rest.length]).toEqual([PAGE, 60 - PAGE]);
    expect(new Set([...first, ...rest].map(({ action }) => action))).toEqual(new Set(["tag.rare"]));
    const times = [...first, ...rest].map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    for (const mode of ["force_custom_plan", "force_generic_plan"]) {
      const read = await buffersOf(test, async (tx) => {
        await tx.ask(`SET LOCAL plan_cache_mode = ${mode}`);
        await listAuditRows(tx, null, wanted, PAGE);
      });
      expect([mode, read]).toEqual([mode, Math.min(read, MOST_BUFFERS)]);
    }
  });

  it("leaves out what another filter does not want", async () => {
    const about = { ...NONE, ...object("ticket", 7) };
    for (const filter of [
      { userId: 1 },
      { area: "ticket" },
      { action: "ticket.usual1" },
      { ip: "10.0.0.1" },
      { until: new Date("2020-01-01") },
    ])
      expect(await listAuditRows(test.database.sql, null, { ...about, ...filter }, PAGE)).toEqual([]);
    expect(await listAuditRows(test.database.sql, null, { ...about, from: new Date("2199-01-01") }, PAGE)).toHaveLength(30);
    expect(await listAuditRows(test.database.sql, null, { ...NONE, ...object("quickAnswer", 7) }, PAGE)).toEqual([]);
  });

  it("is offered by the actions that there are, each found by one look-up per year", async () => {
    expect(await listAuditActions(test.database.sql)).toEqual(["tag.rare", "ticket.usual0", "ticket.usual1", "ticket.usual2"]);
    expect(await buffersOf(test, (tx) => listAuditActions(tx))).toBeLessThan(150);
  });
});
