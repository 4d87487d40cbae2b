import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { claimSends, type ClaimLimits } from "./index.js";

const NUMBERS = 200;
const WAITING = 5_000;
const HOLDER = randomUUID();
/** A look into the index costs two or three buffers; what is taken costs some dozens more. */
const MOST_BUFFERS = 5 * NUMBERS;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const ask = (text: string) => test.database.sql.ask(text);
  await ask(`INSERT INTO connection (name, api) SELECT 'Loja ' || g, 'meow' FROM generate_series(1, ${NUMBERS} + 1) g`);
  await ask(
    `INSERT INTO session_lease (connection_id, owner, epoch, expires_at) SELECT id, '${HOLDER}', 1, now() + interval '1 hour' FROM connection`,
  );
  await ask("INSERT INTO contact (name) VALUES ('Cliente')");
  await ask(
    `INSERT INTO ticket (status, contact_id, connection_id) SELECT 'open', 1, id FROM connection WHERE id IN (1, 2, 3, ${NUMBERS} + 1)`,
  );
  await ask(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
     SELECT t.id, t.connection_id, 'phone:5511900000001', 'me', true, 'conversation', 'oi', now()
     FROM ticket t, LATERAL generate_series(1, CASE WHEN t.connection_id > ${NUMBERS} THEN ${WAITING} ELSE 2 END)`,
  );
  await ask(
    `INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer)
     SELECT gen_random_uuid(), id, connection_id, connection_id || ':phone:5511900000001', 'agent', '{"phone":"5511900000001"}' FROM message ORDER BY id`,
  );
  await ask("VACUUM ANALYZE");
}, 120_000);
afterAll(() => test.close());

const limits = (connectionId: number, more: Partial<ClaimLimits> = {}): ClaimLimits => ({
  ...{ connectionId, epoch: 1, free: 8, freeHeavy: 1 },
  ...more,
});

it("takes the first message of each conversation for all numbers in one statement, in some buffers per number, however many wait elsewhere", async () => {
  const asked = Array.from({ length: NUMBERS }, (_, index) => limits(index + 1, index === 2 ? { epoch: 0 } : {}));
  const { claimed, read } = await test.database.transaction(async (tx) => {
    const buffers = async () => {
      const [row] = await tx.ask<{ n: number }>(
        `SELECT sum(pg_stat_get_xact_blocks_fetched(c.oid))::int AS n FROM pg_class c
         WHERE c.oid = 'outbox'::regclass OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'outbox'::regclass)`,
      );
      return row?.n ?? 0;
    };
    const before = await buffers();
    const rows = await claimSends(tx, HOLDER, asked, true);
    return { claimed: rows, read: (await buffers()) - before };
  });
  // The third number's lease has another epoch, so that its holder takes nothing.
  expect(claimed.map(({ connectionId, attempt }) => [connectionId, attempt])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(read).toBeLessThan(MOST_BUFFERS);
  expect(await test.database.sql.ask("SELECT connection_id, holder, epoch FROM outbox WHERE state = 'handed' ORDER BY 1")).toEqual(
    [1, 2].map((id) => ({ connection_id: id, holder: HOLDER, epoch: 1 })),
  );
  // Their conversations have one in flight.
  expect(await claimSends(test.database.sql, HOLDER, asked, true)).toEqual([]);
});

it("takes a text that waits behind the files of a hundred other conversations", async () => {
  const { sql } = test.database;
  await sql.ask("DELETE FROM outbox WHERE connection_id = 1");
  await sql.ask(
    `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
       SELECT 1, 1, 'phone:' || g, 'me', true, CASE WHEN g > 100 THEN 'conversation' ELSE 'document' END, g, now()
       FROM generate_series(1, 101) g RETURNING id, chat, type)
     INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, heavy)
       SELECT gen_random_uuid(), id, 1, '1:' || chat, 'agent', '{}', type = 'document' FROM m ORDER BY id`,
  );
  expect(await claimSends(sql, HOLDER, [limits(1)], true)).toMatchObject([{ heavy: true }]);
  expect(await claimSends(sql, HOLDER, [limits(1, { freeHeavy: 0 })], true)).toMatchObject([{ heavy: false, body: "101" }]);
});
