import { createTestDatabase, vacuum, type TestDatabase } from "@balcao/testing/database";
import { listAuditRows, sealAuditEntries, type AuditFilter } from "../audit/index.js";
import { noteArrivals, readLaneBacklog, readOutboxBacklog, readParkedCounts } from "../health/index.js";
import { deleteOldIdempotencyKeys } from "../idempotency/index.js";
import { deleteOldInboundEvents } from "../intake/index.js";
import { countParkedEvents, wakeForgottenLanes } from "../lanes/index.js";
import { deleteStrayLiveEvents, listOldLiveDays, readLiveEvents } from "../live/index.js";
import { deleteOldSends } from "../outbox/index.js";
import { addPartitions, PARTITIONED } from "../partitions/index.js";
import { deleteEndedAuthSessions, deleteOldLoginFailures } from "../authSessions/index.js";
import { foldTicketCells } from "../tickets/index.js";
import type { Sql } from "./index.js";

const ROWS = process.env["BALCAO_LONG"] === "1" ? 1_000_000 : 100_000;
/** How many rows an idle statement may read: a retention step reads the oldest thousand, which lie together. */
const MOST_READ = 2_500;
const MOST_BUFFERS = 300;

let test: TestDatabase;
const ask = (sql: string) => test.database.sql.ask(sql);

/** Runs a statement for the numbers `g` from 1 to `ROWS`, in steps that end within the time of a statement. */
async function fill(statement: (numbers: string) => string): Promise<void> {
  const step = 100_000;
  for (let from = 1; from <= ROWS; from += step) await ask(statement(`generate_series(${from}, ${from + step - 1}) AS g`));
}

beforeAll(async () => {
  test = await createTestDatabase();
  await ask("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
  await ask("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')");
  await ask("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_queue");
  // The first third is of a person and an area of long ago.
  await fill(
    (numbers) => `INSERT INTO audit_entry (at, source, action, description, origin, user_id)
    SELECT now() - (${ROWS} - g) * interval '1 minute', 'server', CASE WHEN g <= ${ROWS} / 3 THEN 'old.change' ELSE 'new.change' END, '', '',
      CASE WHEN g <= ${ROWS} / 3 THEN 1 ELSE 2 END FROM ${numbers}`,
  );
  await ask("ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_queue");
  await ask("INSERT INTO audit_seal (entry_ids, previous_hash, hash) VALUES ('{}', '', '')");
  await fill((numbers) => `INSERT INTO audit_sealed (entry_id, seal_id) SELECT g, s.id FROM ${numbers}, audit_seal s`);
  // Each from a transaction of its own, as in production.
  await fill(
    (numbers) => `INSERT INTO live_event (topic, payload, xid) SELECT 'setting', '{"key":"x"}', (g % 500 + 3)::text::xid8 FROM ${numbers}`,
  );
  await fill(
    (numbers) => `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state)
    SELECT 1, 'Message', 'l' || g % 500, 'k' || g, sha256(g::text::bytea), '{}', now(), 1 FROM ${numbers}`,
  );
  await ask("INSERT INTO inbound_lane (lane, ready_at) SELECT 'l' || g, NULL FROM generate_series(0, 499) g");
  await fill((numbers) => `INSERT INTO idempotency (user_id, key, route, body_sha) SELECT 1, 'k' || g, 'r', sha256('x') FROM ${numbers}`);
  await vacuum(test.database, "audit_entry", "audit_sealed", "live_event", "inbound_event", "idempotency");
  await noteArrivals(test.database.sql);
}, 300_000);
afterAll(() => test.close());

/** Returns what `work` reads too much of: rows and buffers, by the name of the table or index. */
async function excessiveReadsBy(work: (sql: Sql) => Promise<unknown>): Promise<Record<string, number>> {
  return test.database.transaction(async (tx) => {
    const before = await readSoFar(tx);
    await work(tx);
    const after = await readSoFar(tx);
    const read = after.map(({ name, n, most }, index) => ({ name, most, n: n - (before[index]?.n ?? 0) }));
    return Object.fromEntries(read.filter(({ n, most }) => n > most).map(({ name, n }) => [name, n]));
  });
}

/** Returns what this transaction has read so far: rows of each table, buffers of each table and index. */
function readSoFar(tx: Sql): Promise<{ name: string; n: number; most: number }[]> {
  return tx.ask(
    `SELECT 'rows of ' || relname AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS n, ${MOST_READ} AS most
       FROM pg_stat_xact_user_tables
     UNION ALL SELECT 'buffers of ' || c.relname, pg_stat_get_xact_blocks_fetched(c.oid)::int, ${MOST_BUFFERS}
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind IN ('r', 'i')
     ORDER BY 1`,
  );
}

describe("periodic work", () => {
  const cursorOfNow = async (sql: Sql) => (await readLiveEvents(sql, null)).cursor;

  it.each<[string, (sql: Sql) => Promise<unknown>]>([
    ["seals the audit", (sql) => sealAuditEntries(sql, (hash, lines) => ({ hash, entryHashes: lines.map(() => hash) }))],
    ["looks for old live events", async (sql) => [await listOldLiveDays(sql, new Date()), await deleteStrayLiveEvents(sql, 0)]],
    ["creates partitions", (sql) => Promise.all(PARTITIONED.map((table) => addPartitions(sql, table, new Date())))],
    ["reads live events", async (sql) => readLiveEvents(sql, await cursorOfNow(sql))],
    ["deletes old journal entries", (sql) => deleteOldInboundEvents(sql, { appliedDays: 30, orphanDays: 7 })],
    ["wakes forgotten lanes", wakeForgottenLanes],
    ["counts parked events", countParkedEvents],
    ["measures the lag of lanes", readLaneBacklog],
    ["counts parked events by connection", readParkedCounts],
    ["notes arrivals", noteArrivals],
    ["deletes old idempotency keys", deleteOldIdempotencyKeys],
    ["deletes old sends", (sql) => deleteOldSends(sql, 90)],
    ["counts waiting and unknown sends", readOutboxBacklog],
    ["deletes ended sessions", deleteEndedAuthSessions],
    ["deletes old login failures", deleteOldLoginFailures],
    ["folds counts", foldTicketCells],
  ])("%s without reading unaffected rows, however long the tables are", async (_what, work) => {
    expect(await excessiveReadsBy(work)).toEqual({});
  });

  it("reads no more live events while a transaction stays open", async () => {
    const { database } = test;
    await database.transaction(async (open) => {
      await open.ask("SELECT pg_current_xact_id()");
      await ask(`INSERT INTO live_event (topic, payload) SELECT 'setting', '{"key":"x"}' FROM generate_series(1, 5000)`);
      const cursor = await cursorOfNow(database.sql);
      expect(await excessiveReadsBy((sql) => readLiveEvents(sql, cursor))).toEqual({});
    });
  });
});

describe("the audit", () => {
  const PAGE = 51;
  const none = { userId: null, area: null, action: null, ip: null, object: null, from: null, until: null };
  const longAgo = new Date(Date.now() - ROWS * 0.9 * 60_000);

  it.each<[string, AuditFilter, number]>([
    ["of everybody", none, PAGE],
    ["of a person who left", { ...none, userId: 1 }, PAGE],
    ["of an area that nobody uses any more", { ...none, area: "old" }, PAGE],
    ["of a person in an area that they never used", { ...none, userId: 2, area: "old" }, 0],
    ["until a day long ago", { ...none, until: longAgo }, PAGE],
    ["of a person since a day when they had left", { ...none, userId: 1, from: new Date(Date.now() - 60_000) }, 0],
    ["of a person and an area until a day long ago", { ...none, userId: 1, area: "old", until: longAgo }, PAGE],
  ])("lists the first pages %s without reading the entries between [S-69]", async (_what, filter, expected) => {
    const { sql } = test.database;
    const first = await listAuditRows(sql, null, filter, PAGE);
    expect(first).toHaveLength(expected);
    const second = expected === 0 ? [] : await listAuditRows(sql, first.at(-1)?.id ?? 0, filter, PAGE);
    const found = [...first, ...second];
    expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).sort((a, b) => b - a));
    expect(new Set(found.map(({ id }) => id)).size).toBe(2 * expected);
    const isWanted = ({ userId, action, at }: (typeof found)[number]): boolean =>
      [null, userId].includes(filter.userId) &&
      [null, action.split(".")[0]].includes(filter.area) &&
      (filter.until === null || at < filter.until);
    expect(found.every(isWanted)).toBe(true);
    expect(await excessiveReadsBy((tx) => listAuditRows(tx, null, filter, PAGE))).toEqual({});
    expect(await excessiveReadsBy((tx) => listAuditRows(tx, first.at(-1)?.id ?? null, filter, PAGE))).toEqual({});
  });
});
