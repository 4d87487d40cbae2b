import { randomUUID } from "node:crypto";
import { createTestDatabase, vacuum, type TestDatabase } from "@balcao/testing/database";
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
  await vacuum(test.database);
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
    const rows = await claimSends(tx, HOLDER, asked, { paced: true, firstPauseMs: 0 });
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
  expect(await claimSends(test.database.sql, HOLDER, asked, { paced: true, firstPauseMs: 0 })).toEqual([]);
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
  expect(await claimSends(sql, HOLDER, [limits(1)], { paced: true, firstPauseMs: 0 })).toMatchObject([{ heavy: true }]);
  expect(await claimSends(sql, HOLDER, [limits(1, { freeHeavy: 0 })], { paced: true, firstPauseMs: 0 })).toMatchObject([
    { heavy: false, body: "101" },
  ]);
});

describe("answers to people who write for the first time [D-314]", () => {
  const PAUSE_MS = 10_000;
  const ask = <T>(text: string, values: readonly unknown[] = []) => test.database.sql.ask<T>(text, values);
  const take = async (more: Partial<ClaimLimits> = {}, holder = HOLDER): Promise<readonly string[]> =>
    (await claimSends(test.database.sql, holder, [limits(2, more)], { paced: true, firstPauseMs: PAUSE_MS })).map(({ body }) => body);
  const later = (ms: number) =>
    ask("UPDATE outbox SET first_handed_at = first_handed_at - $1 * interval '1 millisecond' WHERE first_answer", [ms]);
  /** Queues a message; the first ones of a conversation by themselves are first answers. */
  const queue = (chat: string, body: string, origin: "agent" | "system" = "system") =>
    ask(
      `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
         VALUES (2, 2, $1, 'me', true, 'conversation', $2, now()) RETURNING id)
       INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, first_answer)
         SELECT gen_random_uuid(), id, 2, '2:' || $1, $3, '{}', $3 = 'system' AND NOT EXISTS (SELECT FROM outbox o WHERE o.lane = '2:' || $1) FROM m`,
      [chat, body, origin],
    );
  beforeEach(async () => {
    await ask("DELETE FROM outbox WHERE connection_id = 2");
    for (const name of ["a", "b", "c"]) await queue(name, `Olá ${name}`);
  });
  afterEach(() => ask("UPDATE session_lease SET owner = $1, epoch = 1 WHERE connection_id = 2", [HOLDER]));

  it("go out one by one, in the order of their coming, about the pause apart", async () => {
    expect(await take()).toEqual(["Olá a"]);
    await later(PAUSE_MS * 0.69);
    expect(await take()).toEqual([]);
    await later(PAUSE_MS * 0.65);
    expect(await take()).toEqual(["Olá b"]);
    expect(await take()).toEqual([]);
    await later(PAUSE_MS * 1.31);
    expect(await take()).toEqual(["Olá c"]);
  });

  it("keep their pace when another process goes on after a kill", async () => {
    expect(await take()).toEqual(["Olá a"]);
    const other = randomUUID();
    await ask("UPDATE session_lease SET owner = $1, epoch = 2 WHERE connection_id = 2", [other]);
    expect(await take({ epoch: 2 }, other)).toEqual([]);
    await later(PAUSE_MS * 1.31);
    expect(await take({ epoch: 2 }, other)).toEqual(["Olá b"]);
  });

  it("hold up nobody: neither other conversations nor a person's message in their own, which leaves after them", async () => {
    await take();
    await queue("b", "Sou a Ana", "agent");
    await queue("d", "Já nos falamos", "agent");
    expect(await take()).toEqual(["Olá b", "Já nos falamos"]);
    await ask("UPDATE outbox SET state = 'sent' WHERE connection_id = 2 AND state = 'handed'");
    expect(await take()).toEqual(["Sou a Ana"]);
  });

  it("go out all together where the pause is switched off", async () => {
    const taken = await claimSends(test.database.sql, HOLDER, [limits(2)], { paced: true, firstPauseMs: 0 });
    expect(taken.map(({ body }) => body)).toEqual(["Olá a", "Olá b", "Olá c"]);
  });
});
