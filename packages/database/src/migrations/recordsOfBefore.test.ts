import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { countTicketsByRanges } from "../tickets/index.js";
import { recordsOfBefore } from "./0101-recordsOfBefore.js";

let test: TestDatabase;
const ask = <Row>(text: string) => test.database.sql.ask<Row>(text);
beforeAll(async () => {
  test = await createTestDatabase();
  await ask("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
  await ask("INSERT INTO contact (name) SELECT 'C' || g FROM generate_series(1, 7) AS g");
  // As before the column: nobody says what a ticket was made for.
  await ask(`INSERT INTO ticket (id, status, contact_id, connection_id, created_at, closed_at, accepted_at, last_inbound_id)
    SELECT g, 'closed', g, 1, '2026-03-01 12:00Z', CASE g WHEN 5 THEN '2026-03-01 12:01Z' ELSE '2026-03-01 12:00Z' END::timestamptz,
      CASE WHEN g = 5 THEN '2026-03-01 12:00Z'::timestamptz END, CASE WHEN g = 6 THEN 9 END FROM generate_series(1, 7) AS g`);
  await ask(`INSERT INTO message (id, ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
    SELECT g, g, 1, 'c', 'a', g <> 7, 'conversation', 'Oi', '2026-03-01 12:00Z' FROM generate_series(1, 7) AS g`);
  await ask(`INSERT INTO schedule (message, recurrence, send_at, all_contacts) VALUES ('Oi', 'once', now(), false)`);
  await ask(`INSERT INTO send_run (schedule_id, due_at, message, all_contacts) VALUES (NULL, NULL, 'Oi', false), (1, now(), 'Oi', false)`);
  await ask(`INSERT INTO send_recipient (run_id, contact_id, name, message_id) VALUES (1, 1, 'C1', 1), (2, 2, 'C2', 2)`);
  await ask(
    "INSERT INTO figure_ticket (ticket_id, created_day, closed_day, facts) SELECT id, '2026-03-01', '2026-03-01', 0 FROM ticket WHERE id IN (1, 5)",
  );
  await ask(
    "INSERT INTO figure_day (day, rule, stale_tickets, stale_messages) SELECT d::date, 'r', false, false FROM generate_series('2026-02-28'::date, '2026-03-03', '1 day') AS d",
  );
});
afterAll(() => test.close());

const closed = () => countTicketsByRanges(test.database.sql, "closed", [{ queueKeys: null, userKeys: null }]);

describe("the records of before", () => {
  it("are marked where nobody touched them, with what sent them, and leave the counts; conversations stay [D-185, D-268]", async () => {
    expect(await closed()).toBe(7);
    // An interrupted migration runs again.
    for (const step of [...recordsOfBefore.steps, ...recordsOfBefore.steps]) await ask(step);
    expect(await ask("SELECT id, origin, bucket FROM ticket ORDER BY id")).toEqual([
      { id: 1, origin: "campaign", bucket: "record" },
      { id: 2, origin: "schedule", bucket: "record" },
      // Those of tests, and of schedules that were deleted with their runs.
      { id: 3, origin: "campaign", bucket: "record" },
      { id: 4, origin: "campaign", bucket: "record" },
      // Accepted and closed by somebody, answered, and with a message of the customer.
      ...[5, 6, 7].map((id) => ({ id, origin: null, bucket: "closed" })),
    ]);
    expect(await closed()).toBe(3);
  });

  it("have the figures of their days computed again, and only these", async () => {
    const stale = await ask<{ day: string }>("SELECT day::text FROM figure_day WHERE stale_tickets AND stale_messages ORDER BY day");
    expect(stale.map(({ day }) => day)).toEqual(["2026-03-01", "2026-03-02"]);
    expect(await ask("SELECT ticket_id AS id FROM figure_ticket")).toEqual([{ id: 5 }]);
  });
});
