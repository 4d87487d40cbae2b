import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { listDueConnections } from "./outboxDue.js";

const NUMBERS = 200;
const WAITING = 5_000;
/** A look into the index costs two or three buffers. */
const MOST_BUFFERS = 4 * NUMBERS;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const ask = (text: string) => test.database.sql.ask(text);
  await ask(`INSERT INTO connection (name, api) SELECT 'Loja ' || g, 'meow' FROM generate_series(1, ${NUMBERS}) g`);
  await ask("INSERT INTO contact (name) VALUES ('Cliente')");
  await ask("INSERT INTO ticket (status, contact_id, connection_id) SELECT 'open', 1, id FROM connection WHERE id <= 2");
  await ask(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
     SELECT t.id, t.connection_id, 'phone:5511900000001', 'me', true, 'conversation', 'oi', now() FROM ticket t, generate_series(1, ${WAITING})`,
  );
  await ask(
    `INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer)
     SELECT gen_random_uuid(), id, connection_id, connection_id || ':phone:5511900000001', 'agent', '{"phone":"5511900000001"}' FROM message`,
  );
  await ask("VACUUM ANALYZE outbox");
}, 120_000);
afterAll(() => test.close());

it("finds the numbers with due messages in some buffers per number, however many messages wait", async () => {
  const asked = Array.from({ length: NUMBERS }, (_, index) => index + 1);
  const read = await test.database.transaction(async (tx) => {
    const buffers = async () => {
      const [row] = await tx.ask<{ n: number }>(
        `SELECT sum(pg_stat_get_xact_blocks_fetched(c.oid))::int AS n FROM pg_class c
         WHERE c.oid = 'outbox'::regclass OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'outbox'::regclass)`,
      );
      return row?.n ?? 0;
    };
    const before = await buffers();
    expect([...(await listDueConnections(tx, asked))].sort()).toEqual([1, 2]);
    return (await buffers()) - before;
  });
  expect(read).toBeLessThan(MOST_BUFFERS);
});
