import { createTestDatabase, vacuum, type TestDatabase } from "@balcao/testing/database";
import { AUDIT, createPartition } from "../partitions/index.js";
import { buffersOf } from "../sql/buffers.fixture.js";
import { listAuditActions, listAuditRows, type AuditFilter } from "./index.js";

const NONE: AuditFilter = { userId: null, area: null, action: null, ip: null, object: null, from: null, until: null };
const ENTRIES = 20_000;
const PAGE = 51;
/** A page of entries, the contact and ticket of each, and the ways to them; walking past the newer entries reads 1,500 and more. */
const MOST_BUFFERS = 350;
const object = (kind: string, id: number): Partial<AuditFilter> => ({ object: { kind, id } });

let test: TestDatabase;
const ask = <T>(text: string) => test.database.sql.ask<T>(text);

/** A database with two years of the audit. */
async function openYears(): Promise<void> {
  test = await createTestDatabase();
  const [from, until] = ["2199-01-01T00:00:00Z", "2200-01-01T00:00:00Z"];
  await test.database.transaction((tx) => createPartition(tx, AUDIT, { name: "audit_entry_2199", from, until }));
  await ask("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_queue");
}

/** Many entries of usual actions. Of each thing that is looked for there are sixty, the oldest ones of each year. */
async function fill(usual: readonly string[], rare: string): Promise<void> {
  for (const start of ["2026-01-01", "2199-01-01"])
    await ask(`
      INSERT INTO audit_entry (source, action, at, user_id, ip, ticket_id, contact_id, subject_user_id, connection_id, queue_id, related_kind, related_id)
      SELECT 'server', CASE WHEN n <= 30 THEN '${rare}' ELSE ('{${usual.join(",")}}'::text[])[n % ${usual.length} + 1] END,
        '${start}'::timestamptz + n * interval '1 second',
        CASE WHEN n <= 30 THEN 7 ELSE n % 3 + 1 END, CASE WHEN n <= 30 THEN '10.0.0.7' ELSE '10.0.0.1' END,
        CASE WHEN n <= 30 THEN 7 ELSE n + 1000 END, CASE WHEN n <= 30 THEN 7 END, CASE WHEN n <= 30 THEN 7 END,
        CASE WHEN n <= 30 THEN 7 ELSE 1 END, CASE WHEN n <= 30 THEN 7 END, CASE WHEN n <= 30 THEN 'tag' END, CASE WHEN n <= 30 THEN 7 END
      FROM generate_series(1, ${ENTRIES}) n`);
  await vacuum(test.database, "audit_entry");
}

/** The plan for any values, which the product's connections ask for, and that for the values of a call. */
const GENERIC = "force_generic_plan";
const CUSTOM = "force_custom_plan";

/** Refuses a page that reads more than its own entries. */
async function expectFewBuffers(filter: AuditFilter, ...modes: readonly string[]): Promise<void> {
  for (const mode of modes) {
    const read = await buffersOf(test, async (tx) => {
      await tx.ask(`SET LOCAL plan_cache_mode = ${mode}`);
      await listAuditRows(tx, null, filter, PAGE);
    });
    expect([mode, read]).toEqual([mode, Math.min(read, MOST_BUFFERS)]);
  }
}

describe.each<readonly [string, { readonly usual: readonly string[]; readonly rare: string }]>([
  ["few of a tag among many of tickets", { usual: ["ticket.one", "ticket.other", "ticket.third"], rare: "tag.rare" }],
  ["few of a tag among many sent texts", { usual: ["message.send"], rare: "tag.rare" }],
  ["few reactions among many sent texts", { usual: ["message.send"], rare: "message.react" }],
  ["few sent texts among many of tickets", { usual: ["ticket.one", "ticket.other"], rare: "message.send" }],
  ["few sent texts among many reactions", { usual: ["message.react"], rare: "message.send" }],
])("a page of the audit with %s", (_name, { usual, rare }) => {
  const areaOf = (action: string) => action.split(".")[0] ?? "";
  beforeAll(async () => {
    await openYears();
    await fill(usual, rare);
  }, 60_000);
  afterAll(() => test.close());

  it.each<readonly [string, Partial<AuditFilter>]>([
    ["a ticket", object("ticket", 7)],
    ["a contact", object("contact", 7)],
    ["what was done to a person", object("user", 7)],
    ["a connection", object("connection", 7)],
    ["a queue", object("queue", 7)],
    ["a tag", object("tag", 7)],
    ["an action", { action: rare }],
    ["an address", { ip: "10.0.0.7" }],
    ["a person", { userId: 7 }],
    ["a person in an area", { userId: 7, area: areaOf(rare) }],
    [
      "a person's action about a ticket from an address",
      { userId: 7, action: rare, ip: "10.0.0.7", area: areaOf(rare), ...object("ticket", 7) },
    ],
    ["an action of a person", { userId: 7, action: rare }],
    ...(usual.some((action) => areaOf(action) === areaOf(rare)) ? [] : [["an area", { area: areaOf(rare) }] as const]),
  ])("about %s reads its own entries and not the whole table", async (_filter, filter) => {
    const wanted = { ...NONE, ...filter };
    const first = await listAuditRows(test.database.sql, null, wanted, PAGE);
    const rest = await listAuditRows(test.database.sql, first.at(-1)?.id ?? 0, wanted, PAGE);
    expect([first.length, rest.length]).toEqual([PAGE, 60 - PAGE]);
    expect(new Set([...first, ...rest].map(({ action }) => action))).toEqual(new Set([rare]));
    const times = [...first, ...rest].map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    await expectFewBuffers(wanted, CUSTOM, GENERIC);
  });

  it.each<readonly [string, Partial<AuditFilter>]>([
    ["everything", {}],
    ["the usual area", { area: areaOf(usual[0] ?? "") }],
    ["a usual action", { action: usual[0] ?? "" }],
    ["a usual person", { userId: 1 }],
    ["a usual address", { ip: "10.0.0.1" }],
    ["nothing, in another area than the action's", { area: "queue", action: rare }],
    ["a usual person's part in a rare area", { userId: 1, area: "queue" }],
  ])("about %s reads as little", (_filter, filter) => expectFewBuffers({ ...NONE, ...filter }, GENERIC));

  it("leaves out what another filter does not want", async () => {
    const about = { ...NONE, ...object("ticket", 7) };
    for (const filter of [
      { userId: 1 },
      { area: "queue" },
      { action: usual[0] ?? "" },
      { ip: "10.0.0.1" },
      { until: new Date("2020-01-01") },
    ])
      expect(await listAuditRows(test.database.sql, null, { ...about, ...filter }, PAGE)).toEqual([]);
    expect(await listAuditRows(test.database.sql, null, { ...about, from: new Date("2199-01-01") }, PAGE)).toHaveLength(30);
    expect(await listAuditRows(test.database.sql, null, { ...NONE, ...object("quickAnswer", 7) }, PAGE)).toEqual([]);
  });

  it("is offered by the actions that there are, each found by one look-up per year", async () => {
    expect(await listAuditActions(test.database.sql)).toEqual([...usual, rare].toSorted());
    expect(await buffersOf(test, (tx) => listAuditActions(tx))).toBeLessThan(150);
  });
});

describe("the pages of the audit", () => {
  beforeAll(openYears, 60_000);
  afterAll(() => test.close());

  it("have every entry once in the order of the times, sent texts among the others", async () => {
    const actions = ["message.send", "message.react", "tag.change", "message.send", "remark"];
    for (const start of ["2026-01-01", "2199-01-01"])
      // Several of the same instant, and later ids of earlier times.
      await ask(`INSERT INTO audit_entry (source, action, at, user_id)
        SELECT 'server', ('{${actions.join(",")}}'::text[])[n % ${actions.length} + 1], '${start}'::timestamptz + (n / 7 * 13 % 10) * interval '1 second', n % 2 + 1
        FROM generate_series(1, 70) n`);
    const filters: readonly (readonly [Partial<AuditFilter>, string])[] = [
      [{}, "true"],
      [{ area: "message" }, "action LIKE 'message.%'"],
      [{ area: "tag" }, "action = 'tag.change'"],
      [{ action: "message.send" }, "action = 'message.send'"],
      [{ action: "remark" }, "action = 'remark'"],
      [{ userId: 1 }, "user_id = 1"],
      [{ userId: 1, area: "message" }, "user_id = 1 AND action LIKE 'message.%'"],
      [{ userId: 1, action: "message.react" }, "user_id = 1 AND action = 'message.react'"],
      [
        { from: new Date("2026-01-01T00:00:04Z"), until: new Date("2199-01-01T00:00:05Z") },
        "at >= '2026-01-01 00:00:04Z' AND at < '2199-01-01 00:00:05Z'",
      ],
    ];
    for (const [filter, condition] of filters) {
      const wanted = await ask<{ id: number }>(`SELECT id FROM audit_entry WHERE ${condition} ORDER BY at DESC, id DESC`);
      const read: number[] = [];
      for (let page = [0]; page.length > 0;) {
        page = (await listAuditRows(test.database.sql, read.at(-1) ?? null, { ...NONE, ...filter }, 8)).map(({ id }) => id);
        read.push(...page);
      }
      expect([filter, read]).toEqual([filter, wanted.map(({ id }) => id)]);
    }
  });

  it("cost a sent text seven indexes: those of its key, action, person's area, ticket, contact, connection and address", async () => {
    const row = (
      action: string,
    ) => `INSERT INTO audit_entry (source, action, at, user_id, ip, ticket_id, contact_id, connection_id, message_id)
      VALUES ('server', '${action}', '2199-06-01', 1, '10.0.0.1', 1, 1, 1, 1) RETURNING id`;
    const indexesOf = async (action: string) => {
      const [entry] = await ask<{ id: number }>(row(action));
      const indexes = await ask<{ condition: string }>(
        `SELECT coalesce(pg_get_expr(indpred, indrelid), 'true') AS condition FROM pg_index WHERE indrelid = 'audit_entry_2199'::regclass AND indisvalid`,
      );
      const found = indexes.map(({ condition }) => ask(`SELECT FROM audit_entry WHERE id = ${entry?.id} AND (${condition})`));
      return (await Promise.all(found)).flat().length;
    };
    expect(await indexesOf("message.send")).toBe(7);
    expect(await indexesOf("ticket.open")).toBe(10);
  });
});
