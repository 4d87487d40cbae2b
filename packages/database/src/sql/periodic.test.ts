import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { sealAuditEntries } from "../audit/index.js";
import { deleteOldIdempotencyKeys } from "../idempotency/index.js";
import { deleteOldInboundEvents } from "../intake/index.js";
import { countParkedEvents, readLaneLag, wakeForgottenLanes } from "../lanes/index.js";
import { deleteOldLiveEvents, readLiveEvents } from "../live/index.js";
import { countWaitingSends, deleteOldSends } from "../outbox/index.js";
import { deleteEndedSessions, deleteOldLoginFailures } from "../sessions/index.js";
import { foldTicketCells } from "../tickets/index.js";
import type { Sql } from "./index.js";

const ROWS = process.env["BALCAO_LONG"] === "1" ? 1_000_000 : 100_000;
/** What a statement may read that changes nothing: a step of a retention looks at the oldest thousand. */
const MOST_READ = 2_500;

let test: TestDatabase;
const ask = (sql: string) => test.database.sql.ask(sql);

beforeAll(async () => {
  test = await createTestDatabase();
  await ask("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
  await ask("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')");
  await ask("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_queue");
  await ask(`INSERT INTO audit_entry (source, action, description, origin) SELECT 'server', 'x', '', '' FROM generate_series(1, ${ROWS})`);
  await ask("ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_queue");
  // Each from a transaction of its own, as they are.
  await ask(
    `INSERT INTO live_event (topic, payload, xid) SELECT 'setting', '{"key":"x"}', (g % 500 + 3)::text::xid8 FROM generate_series(1, ${ROWS}) g`,
  );
  await ask(`INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state)
    SELECT 1, 'Message', 'l' || g % 500, 'k' || g, sha256(g::text::bytea), '{}', now(), 1 FROM generate_series(1, ${ROWS}) g`);
  await ask("INSERT INTO inbound_lane (lane, ready_at) SELECT 'l' || g, NULL FROM generate_series(0, 499) g");
  await ask(
    `INSERT INTO idempotency (user_id, key, route, body_sha) SELECT 1, 'k' || g, 'r', sha256('x') FROM generate_series(1, ${ROWS}) g`,
  );
  await ask("VACUUM ANALYZE");
}, 300_000);
afterAll(() => test.close());

/** Rows that a piece of work reads, by sequential scans and through indexes. */
async function rowsReadBy(work: (sql: Sql) => Promise<unknown>): Promise<Record<string, number>> {
  return test.database.transaction(async (tx) => {
    const before = await rowsRead(tx);
    await work(tx);
    const after = await rowsRead(tx);
    const read = [...after].map(([name, n]) => [name, n - (before.get(name) ?? 0)] as const);
    return Object.fromEntries(read.filter(([, n]) => n > MOST_READ));
  });
}

/** What this connection has read of each table. */
async function rowsRead(tx: Sql): Promise<Map<string, number>> {
  const rows = await tx.ask<{ name: string; n: number }>(
    "SELECT relname AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_xact_user_tables",
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
}

describe("what is done again and again", () => {
  const cursorOfNow = async (sql: Sql) => (await readLiveEvents(sql, null)).cursor;

  it.each<[string, (sql: Sql) => Promise<unknown>]>([
    ["seals the audit", (sql) => sealAuditEntries(sql, () => Buffer.alloc(32))],
    ["deletes old live events", (sql) => deleteOldLiveEvents(sql, 0)],
    ["reads live events", async (sql) => readLiveEvents(sql, await cursorOfNow(sql))],
    ["deletes old journal entries", (sql) => deleteOldInboundEvents(sql, { appliedDays: 30, orphanDays: 7 })],
    ["wakes forgotten lanes", wakeForgottenLanes],
    ["counts parked events", countParkedEvents],
    ["measures the lag of lanes", readLaneLag],
    ["deletes old idempotency keys", deleteOldIdempotencyKeys],
    ["deletes old sends", (sql) => deleteOldSends(sql, 90)],
    ["counts waiting sends", countWaitingSends],
    ["deletes ended sessions", deleteEndedSessions],
    ["deletes old login failures", deleteOldLoginFailures],
    ["folds counts", foldTicketCells],
  ])("%s without reading what it does not change, however long the tables are", async (_what, work) => {
    expect(await rowsReadBy(work)).toEqual({});
  });

  it("reads no more live events because a transaction stays open", async () => {
    const { database } = test;
    await database.transaction(async (open) => {
      await open.ask("SELECT pg_current_xact_id()");
      await ask(`INSERT INTO live_event (topic, payload) SELECT 'setting', '{"key":"x"}' FROM generate_series(1, 5000)`);
      const cursor = await cursorOfNow(database.sql);
      expect(await rowsReadBy((sql) => readLiveEvents(sql, cursor))).toEqual({});
    });
  });
});
