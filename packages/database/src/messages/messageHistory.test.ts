import { matches, PROFILES, type Actor } from "@balcao/domain/access";
import { historyCondition, type Histories, type HistoryCondition } from "@balcao/domain/messages";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import fc from "fast-check";
import { toSql } from "../access/index.js";
import { getMessageRows, HISTORY_FIELDS, listMessagePage, listMessagesAround, toHistoryFacts, type MessageRow } from "./index.js";

const CONNECTIONS = [1, 2, 3];
const QUEUES = [1, 2];
const PEOPLE = [10, 11, 12];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.sql.ask("INSERT INTO queue (name, color) VALUES ('Vendas', '#000001'), ('Suporte', '#000002')");
  await test.database.sql.ask("INSERT INTO connection (name, api) SELECT 'Loja ' || g, 'meow' FROM generate_series(1, 3) g");
  await test.database.sql.ask(
    "INSERT INTO user_account (id, name, email, password_hash) SELECT g, 'Pessoa ' || g, g || '@balcao.test', 'x' FROM generate_series(10, 12) g",
  );
  await test.database.sql.ask("INSERT INTO contact (name) SELECT 'Contato ' || g FROM generate_series(1, 4) g");
  // The fourth ticket's connection is gone.
  await test.database.sql.ask(
    "INSERT INTO ticket (status, contact_id, connection_id) SELECT 'open', g, nullif(g, 4) FROM generate_series(1, 4) g",
  );
});
afterAll(() => test.close());

interface Said {
  readonly ticketId: number;
  readonly queueId: number | null;
  readonly ownerId: number | null;
  readonly authorId: number | null;
}

const said: fc.Arbitrary<Said> = fc.record({
  ticketId: fc.integer({ min: 1, max: 4 }),
  queueId: fc.option(fc.constantFrom(...QUEUES)),
  ownerId: fc.option(fc.constantFrom(...PEOPLE)),
  authorId: fc.option(fc.constantFrom(...PEOPLE)),
});
const rule: fc.Arbitrary<HistoryCondition> = fc
  .record({
    actor: fc.record({
      id: fc.constantFrom(...PEOPLE),
      profile: fc.constantFrom(...PROFILES),
      queueIds: fc.subarray(QUEUES),
      active: fc.constantFrom(true, true, true, false),
    }),
    kinds: fc.array(fc.constantFrom<keyof Histories | null>("byQueue", "byUser", null), { minLength: 3, maxLength: 3 }),
  })
  .map(({ actor, kinds }) => {
    const of = (kind: keyof Histories) => CONNECTIONS.filter((_id, at) => kinds[at] === kind);
    const whole: Actor = { ...actor, addContact: false, editContact: false, delContact: false, sendToMany: false, maintain: false };
    return historyCondition(whole, { byQueue: of("byQueue"), byUser: of("byUser") });
  });

/**
 * Stores messages, each said a second after the one before; a part of each ticket's is recovered.
 */
async function store(messages: readonly Said[], recovered: number): Promise<readonly MessageRow[]> {
  const { sql } = test.database;
  await sql.ask("DELETE FROM message");
  await sql.ask(
    `INSERT INTO message (ticket_id, queue_id, owner_id, user_id, chat, author, from_me, type, sent_at)
     SELECT ticket, nullif(queue, 0), nullif(owner, 0), nullif(person, 0), '', '', true, 'chat', timestamptz '2026-01-01' + place * interval '1 second'
     FROM unnest($1::int[], $2::int[], $3::int[], $4::int[]) WITH ORDINALITY AS m(ticket, queue, owner, person, place)`,
    [
      messages.map(({ ticketId }) => ticketId),
      messages.map(({ queueId }) => queueId ?? 0),
      messages.map(({ ownerId }) => ownerId ?? 0),
      messages.map(({ authorId }) => authorId ?? 0),
    ],
  );
  const rows = await sql.ask<{ id: number }>("SELECT id FROM message ORDER BY id");
  const ids = rows.map(({ id }) => id);
  await sql.ask(
    "UPDATE ticket SET recovered_message_id = $1, guest_ids = CASE id WHEN 2 THEN '{11}' WHEN 3 THEN '{10,12}' ELSE '{}' END::int[]",
    [ids[Math.min(recovered, ids.length) - 1] ?? 0],
  );
  return getMessageRows(sql, ids);
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b);

describe("the rule of the history", () => {
  it("is read alike in memory, as SQL and by the pages of a conversation, nulls and guests included [D-078, D-550]", async () => {
    const { sql } = test.database;
    await fc.assert(
      fc.asyncProperty(
        fc.array(said, { minLength: 10, maxLength: 60 }),
        fc.nat(20),
        fc.array(rule, { minLength: 6, maxLength: 6 }),
        async (messages, recovered, rules) => {
          const stored = await store(messages, recovered);
          for (const condition of rules) {
            const seen = stored.filter((row) => matches(condition, toHistoryFacts(row)));
            const { text, values } = toSql(condition, HISTORY_FIELDS, 1);
            const found = await sql.ask<{ id: number }>(
              `SELECT m.id FROM message m JOIN ticket mt ON mt.id = m.ticket_id WHERE ${text}`,
              values,
            );
            expect(idsOf(found)).toEqual(idsOf(seen));
            for (const ticketId of [1, 2, 3, 4]) {
              const expected = idsOf(seen.filter((row) => row.ticketId === ticketId));
              const query = { ticketId, limit: 100, history: condition };
              expect(idsOf(await listMessagePage(sql, { ...query, offset: 0 }))).toEqual(expected);
              const place = stored.find((row) => row.ticketId === ticketId)?.id ?? 0;
              expect(idsOf(await listMessagePage(sql, { ...query, afterId: place }))).toEqual(expected.filter((id) => id > place));
              const around = { ticketId, history: condition, messageId: place, newer: 100, older: 100 };
              expect(idsOf(await listMessagesAround(sql, around))).toEqual(expected);
              expect(idsOf(await listMessagePage(sql, { ...query, limit: 3, offset: 2 }))).toEqual(expected.slice(0, -2).slice(-3));
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  }, 60_000);
});
