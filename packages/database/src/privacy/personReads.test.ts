import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { getPerson, listPersonMessages, nextPersonTicket } from "./index.js";

const PERSON = 1;
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  // Each table gets its later row first, so that nothing is in order by itself.
  for (const sql of [
    "INSERT INTO contact (id, name) VALUES (1, 'Maria')",
    "INSERT INTO contact_address (kind, value, contact_id) VALUES ('phone', '5511900000002', 1), ('phone', '5511900000001', 1)",
    "INSERT INTO contact_extra (id, contact_id, name, value) VALUES (2, 1, 'RG', '2'), (1, 1, 'CPF', '1')",
    "INSERT INTO tag (id, name, color) VALUES (1, 'Varejo', '#000'), (2, 'Atacado', '#000')",
    "INSERT INTO contact_tag (contact_id, tag_id) VALUES (1, 1), (1, 2)",
    "INSERT INTO ticket (id, status, contact_id) VALUES (2, 'closed', 1), (1, 'open', 1)",
    `INSERT INTO rating (id, ticket_id, contact_id, asked_at, ended_at, rate, rated_at)
     VALUES (2, 2, 1, now(), now(), 5, now()), (1, 1, 1, now(), now(), 4, now()), (3, 1, 1, now(), now(), NULL, NULL)`,
    "INSERT INTO protocol (id, number, ticket_id, created_at) VALUES (2, 'B', 2, now()), (1, 'A', 1, now())",
    "INSERT INTO send_run (id, message, all_contacts) VALUES (1, 'primeira', false), (2, 'segunda', false)",
    "INSERT INTO send_recipient (run_id, contact_id, name) VALUES (2, 1, 'Maria'), (1, 1, 'Maria')",
    `INSERT INTO message (id, ticket_id, chat, author, from_me, type, body, sent_at) VALUES
     (3, 1, 'phone:1', 'phone:1', false, 'text', 'terceira', '2026-01-02'), (2, 1, 'phone:1', 'phone:1', false, 'text', 'segunda', '2026-01-01'),
     (1, 1, 'phone:1', 'phone:1', false, 'text', 'primeira', '2026-01-01')`,
  ])
    await test.database.sql.ask(sql);
});
afterAll(() => test.close());

it("reads every list of a person's record in its order, and no question that nobody answered [D-452]", async () => {
  expect(await getPerson(test.database.sql, PERSON)).toMatchObject({
    addresses: [{ value: "5511900000001" }, { value: "5511900000002" }],
    extras: [{ name: "CPF" }, { name: "RG" }],
    tags: ["Atacado", "Varejo"],
    ratings: [{ rate: 4 }, { rate: 5 }],
    protocols: [{ number: "A" }, { number: "B" }],
    sends: [{ text: "primeira" }, { text: "segunda" }],
  });
  expect(await getPerson(test.database.sql, PERSON + 1)).toBeNull();
});

it("goes through the conversations by their ids, and through each by the moment of its messages", async () => {
  const { sql } = test.database;
  const ids = [await nextPersonTicket(sql, PERSON, 0), await nextPersonTicket(sql, PERSON, 1), await nextPersonTicket(sql, PERSON, 2)];
  expect(ids).toEqual([1, 2, null]);
  const page = (after: { at: Date | string; id: number }, limit: number) =>
    listPersonMessages(sql, { contactId: PERSON, ticketId: 1, after, limit });
  const [first, second] = await page({ at: "-infinity", id: 0 }, 2);
  expect([first?.body, second?.body]).toEqual(["primeira", "segunda"]);
  expect(await page({ at: second?.sentAt ?? "", id: second?.id ?? 0 }, 2)).toMatchObject([{ body: "terceira" }]);
});
