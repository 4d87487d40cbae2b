import { createTestDatabase, vacuum, type TestDatabase } from "@balcao/testing/database";
import {
  countFigureMessages,
  countNewFigureMessages,
  getNewestMessageId,
  listFigureTickets,
  sumFigureRatings,
  type Spans,
} from "./figureFacts.js";
import { countContactsAfter, countContactsUpTo, getNewestContactId } from "./figureTickets.js";
import type { Sql } from "../sql/index.js";

const TICKETS = 2_000;
const DAYS = 400;
const A_DAY = 60_000;

let test: TestDatabase;
const ask = <Row>(text: string) => test.database.sql.ask<Row>(text);
beforeAll(async () => {
  test = await createTestDatabase();
  await ask("INSERT INTO queue (name, color) SELECT 'Fila ' || g, '#00000' || g FROM generate_series(1, 3) AS g");
  await ask("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
  await ask(`INSERT INTO contact (name) SELECT 'C' || g FROM generate_series(1, ${TICKETS}) AS g`);
  await ask(`INSERT INTO ticket (contact_id, status, connection_id, queue_id, created_at, closed_at)
    SELECT g, 'closed', 1, 1 + g % 3, '2025-01-01Z'::timestamptz + g % ${DAYS} * interval '1 day', '2025-01-02Z'::timestamptz + g % ${DAYS} * interval '1 day'
    FROM generate_series(1, ${TICKETS}) AS g`);
  await ask(`INSERT INTO message (ticket_id, connection_id, queue_id, chat, author, from_me, external_id, type, body, sent_at)
    SELECT 1 + g % ${TICKETS}, 1, 1 + g % 3, 'x', 'x', false, g::text, 'chat', repeat('bom dia ', 20), '2025-01-01Z'::timestamptz + g * interval '${DAYS} days' / ${A_DAY}
    FROM generate_series(0, ${A_DAY} - 1) AS g`);
  await ask(`INSERT INTO rating (ticket_id, connection_id, queue_id, asked_at, rated_at, ended_at, rate)
    SELECT id, 1, queue_id, created_at, created_at, created_at, 1 + id % 5 FROM ticket CROSS JOIN generate_series(1, 20)`);
  await vacuum(test.database, "ticket", "message", "rating");
}, 120_000);
afterAll(() => test.close());

const day: Spans = { from: [new Date("2025-07-01T00:00:00Z")], until: [new Date("2025-07-02T00:00:00Z")] };

/** How many buffers of all tables and indexes `work` reads. */
async function buffersOf(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  return test.database.transaction(async (tx) => {
    const before = await buffersSoFar(tx);
    await work(tx);
    return (await buffersSoFar(tx)) - before;
  });
}

async function buffersSoFar(tx: Sql): Promise<number> {
  const [row] = await tx.ask<{ n: number }>(
    `SELECT sum(pg_stat_get_xact_blocks_fetched(c.oid))::int AS n FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'i')`,
  );
  return row?.n ?? 0;
}

describe("the facts of a day", () => {
  it("counts the messages of the day for the queue and the person that their tickets had [DASH-010]", async () => {
    const counted = await countFigureMessages(test.database.sql, day);
    const [all] = await ask<{ n: number }>(
      "SELECT count(*)::int AS n FROM message WHERE sent_at >= '2025-07-01Z' AND sent_at < '2025-07-02Z'",
    );
    expect(counted.reduce((sum, { n }) => sum + n, 0)).toBe(all?.n);
    expect(counted.map(({ queueKey, connectionKey, isGroup }) => [queueKey, connectionKey, isGroup]).sort()).toEqual([
      [1, 1, false],
      [2, 1, false],
      [3, 1, false],
    ]);
  });

  it.each<[string, (sql: Sql) => Promise<unknown>]>([
    ["messages", (sql) => countFigureMessages(sql, day)],
    ["ratings", (sql) => sumFigureRatings(sql, day)],
    ["tickets", (sql) => listFigureTickets(sql, day, 1_000)],
  ])("reads the %s of that day alone, however many there are of others", async (_what, read) => {
    expect(await buffersOf(read)).toBeLessThan(700);
  });

  it("counts up to an id and after it what it counts at once", async () => {
    const { sql } = test.database;
    const sum = (rows: readonly { n: number }[]): number => rows.reduce((all, { n }) => all + n, 0);
    const all = sum(await countFigureMessages(sql, day));
    expect(sum(await countFigureMessages(sql, day, 27_200))).toBeGreaterThan(0);
    expect(sum(await countFigureMessages(sql, day, 27_200)) + sum(await countNewFigureMessages(sql, day, 27_200))).toBe(all);
    const contacts = [...(await countContactsUpTo(sql, 1_500)), ...(await countContactsAfter(sql, 1_500))];
    expect(contacts).toEqual([
      { contacts: 1_500, groups: 0 },
      { contacts: TICKETS - 1_500, groups: 0 },
    ]);
  });

  it("reads of the newest messages and contacts those alone", async () => {
    const { sql } = test.database;
    const message = (await getNewestMessageId(sql)) - 20;
    const contact = (await getNewestContactId(sql)) - 3;
    const last: Spans = { from: [new Date("2026-02-01T00:00:00Z")], until: [new Date("2026-03-02T00:00:00Z")] };
    expect((await countNewFigureMessages(sql, last, message)).reduce((all, { n }) => all + n, 0)).toBe(20);
    expect(await buffersOf((tx) => countNewFigureMessages(tx, last, message))).toBeLessThan(200);
    expect(await buffersOf((tx) => countContactsAfter(tx, contact))).toBeLessThan(10);
  });
});
