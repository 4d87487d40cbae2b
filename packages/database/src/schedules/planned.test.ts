import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import type { Sql } from "../sql/index.js";
import { listPlannedOfTicket } from "./index.js";

const WAITING = 10_000;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const { sql } = test.database;
  await sql.ask(`INSERT INTO contact (name) SELECT 'Cliente ' || g FROM generate_series(1, ${WAITING}) g`);
  await sql.ask(`INSERT INTO ticket (status, contact_id) SELECT 'open', id FROM contact`);
  await sql.ask(`INSERT INTO schedule (ticket_id, message, recurrence, send_at, planned_at, all_contacts)
    SELECT id, 'Olá', 'once', now() + interval '1 day', now() + interval '1 day', false FROM ticket`);
  await sql.ask("ANALYZE");
}, 60_000);
afterAll(() => test.close());

async function buffersSoFar(tx: Sql): Promise<number> {
  const [row] = await tx.ask<{ n: number }>(
    `SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::int AS n FROM pg_class WHERE relname ~ '^(schedule|ticket)' AND relkind IN ('r', 'i')`,
  );
  return row?.n ?? 0;
}

it("reads what is scheduled in a conversation without what waits in all others, because every opened conversation asks [D-273]", async () => {
  const [last] = await test.database.sql.ask<{ id: number }>("SELECT max(id) AS id FROM ticket");
  const buffers = await test.database.transaction(async (tx) => {
    const before = await buffersSoFar(tx);
    expect(await listPlannedOfTicket(tx, last?.id ?? 0, 100)).toHaveLength(1);
    return (await buffersSoFar(tx)) - before;
  });
  expect(buffers).toBeLessThan(60);
});
