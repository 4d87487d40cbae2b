import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import type { Sql } from "../sql/index.js";
import { insertLiveEvents, readLiveEvents } from "./index.js";

/** Enough transactions to provoke races; the time limit allows for slow machines. */
const COMMITS = 300;
const ROLLBACKS = 20;
const LONGEST_MS = 90_000;
const WRITERS = 12;
const TICKETS = 20;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ poolSize: WRITERS + 4 });
  await test.database.sql.ask("INSERT INTO contact (name) SELECT 'Contato ' || g FROM generate_series(1, 20) g");
  await test.database.sql.ask("INSERT INTO ticket (status, contact_id) SELECT 'open', g FROM generate_series(1, 20) g");
});
afterAll(() => test.close());

interface Event {
  readonly id: number;
  readonly ticketId: number | null;
  readonly version: number;
}

describe("readLiveEvents", () => {
  it(
    "delivers every committed event once and in order within its ticket under concurrent writers; plain cursors do not [F-16]",
    async () => {
      const { sql } = test.database;
      const delivered: Event[] = [];
      let { cursor } = await readLiveEvents(sql, null);
      const naive = await serialReader(sql);
      const read = async () => {
        const batch = await readLiveEvents(sql, cursor);
        cursor = batch.cursor;
        delivered.push(...batch.events.map(({ id, ticketId, payload }) => ({ id, ticketId, version: versionOf(payload) })));
        await naive.read();
      };

      const end = Date.now() + patience(LONGEST_MS);
      const written = { commits: 0, rollbacks: 0 };
      const isEnough = (): boolean => Date.now() > end || (written.commits > COMMITS && written.rollbacks > ROLLBACKS);
      const writers = Promise.all(Array.from({ length: WRITERS }, (_, place) => writeUntil(isEnough, place, written)));
      while (!isEnough()) {
        await read();
        await sleep(5 + Math.random() * 25);
      }
      await writers;
      await read();

      const stored = await storedEvents(sql, "id");
      expect({
        missed: missing(stored, delivered),
        twice: delivered.length - new Set(delivered.map(({ id }) => id)).size,
        disordered: inversions(delivered),
      }).toEqual({ missed: 0, twice: 0, disordered: 0 });
      expect(delivered).toHaveLength(stored.length);
      expect(written.commits).toBeGreaterThan(COMMITS);
      // Some commits roll their event back to a savepoint.
      expect(stored.length).toBeGreaterThan(COMMITS / 2);
      expect(written.rollbacks).toBeGreaterThan(ROLLBACKS);
      // Proof that this run was hard enough: the two obvious designs fail in it.
      expect(missing(stored, naive.delivered)).toBeGreaterThan(0);
      expect(inversions(await storedEvents(sql, "xid, id"))).toBeGreaterThan(0);
    },
    LONGEST_MS + 30_000,
  );

  it("waits only for an event's own commit, and then delivers it late", async () => {
    const { sql } = test.database;
    const begin = await readLiveEvents(sql, null);
    const { cursor, events } = await test.database.transaction(async (slow) => {
      await insertLiveEvents(slow, [{ topic: "ticket", ticketId: null, payload: { from: "slow" } }]);
      await insertLiveEvents(sql, [{ topic: "ticket", ticketId: null, payload: { from: "quick" } }]);
      return readLiveEvents(sql, begin.cursor);
    });
    expect(events.map(({ payload }) => payload)).toEqual([{ from: "quick" }]);
    const later = await readLiveEvents(sql, cursor);
    expect(later.events.map(({ payload }) => payload)).toEqual([{ from: "slow" }]);
    expect((await readLiveEvents(sql, later.cursor)).events).toEqual([]);
    expect((await readLiveEvents(sql, begin.cursor)).events.map(({ payload }) => payload)).toEqual([{ from: "slow" }, { from: "quick" }]);
  });

  it("rejects an invalid cursor", async () => {
    await expect(readLiveEvents(test.database.sql, "1:2; DROP TABLE live_event")).rejects.toThrow("pg_snapshot");
  });
});

/**
 * Writes events of random tickets as commands do: locks the ticket first, and stores its version in
 * the event. Counts commits and rollbacks.
 */
async function writeUntil(isEnough: () => boolean, place: number, written: { commits: number; rollbacks: number }): Promise<void> {
  while (!isEnough()) {
    const done = await test.database.transaction((tx) => writeOne(tx, place === 0 ? 800 : 15)).catch(falseIfDeliberate);
    if (done) written.commits++;
    else written.rollbacks++;
  }
}

class DeliberateRollback extends Error {}

function falseIfDeliberate(error: unknown): false {
  if (error instanceof DeliberateRollback) return false;
  throw error;
}

async function writeOne(tx: Sql, longestPauseMs: number): Promise<true> {
  const ticketId = 1 + Math.floor(Math.random() * TICKETS);
  // Some transactions have an id long before they lock the ticket: a lane has one from its first
  // event on.
  await tx.ask("SELECT pg_current_xact_id()");
  if (Math.random() < 0.3) await sleep(Math.random() * longestPauseMs);
  const [ticket] = await tx.ask<{ version: number }>("UPDATE ticket SET version = version + 1 WHERE id = $1 RETURNING version", [ticketId]);
  const nested = Math.random();
  if (nested < 0.3) await tx.ask("SAVEPOINT part");
  await insertLiveEvents(tx, [{ topic: "ticket", ticketId, payload: { version: ticket?.version } }]);
  if (nested < 0.1) await tx.ask("ROLLBACK TO part");
  else if (nested < 0.3) await tx.ask("RELEASE part");
  if (Math.random() < 0.2) await sleep(Math.random() * 10);
  if (Math.random() < 0.1) throw new DeliberateRollback();
  return true;
}

/** The obvious reader, for comparison: it reads ids above the last one that it saw. */
async function serialReader(sql: Sql): Promise<{ readonly delivered: Event[]; read(): Promise<void> }> {
  const delivered: Event[] = [];
  let last = 0;
  return {
    delivered,
    read: async () => {
      const rows = await sql.ask<Event>(
        `SELECT id, ticket_id AS "ticketId", (payload->>'version')::int AS version FROM live_event WHERE id > $1 ORDER BY id`,
        [last],
      );
      last = rows.at(-1)?.id ?? last;
      delivered.push(...rows);
    },
  };
}

function versionOf(payload: unknown): number {
  return Number((payload as { version?: unknown } | null)?.version);
}

const storedEvents = (sql: Sql, order: string): Promise<Event[]> =>
  sql.ask(`SELECT id, ticket_id AS "ticketId", (payload->>'version')::int AS version FROM live_event ORDER BY ${order}`);

function missing(stored: readonly Event[], delivered: readonly Event[]): number {
  const seen = new Set(delivered.map(({ id }) => id));
  return stored.filter(({ id }) => !seen.has(id)).length;
}

/** Counts the events of a ticket that come after one of a later version. */
function inversions(events: readonly Event[]): number {
  const versions = new Map<number | null, number>();
  let count = 0;
  for (const { ticketId, version } of events) {
    if (version <= (versions.get(ticketId) ?? 0)) count++;
    versions.set(ticketId, version);
  }
  return count;
}
