import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { claimChatbotTurn, deleteChatbotTurn } from "../chatbots/index.js";
import { nextPushTestId, takePushEvents } from "./index.js";

/** More than an `int` holds: each delivery of a known event or message uses up an id as well. */
const LARGE = 3_000_000_000;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.sql.ask("INSERT INTO contact (name) VALUES ('Cliente')");
  await test.database.sql.ask("INSERT INTO ticket (status, contact_id) VALUES ('bot', 1)");
});
afterAll(() => test.close());

describe("ids above two thousand millions", () => {
  it("are those of pushes", async () => {
    const { sql } = test.database;
    await sql.ask("INSERT INTO push_event (kind, object_id) VALUES ('ticket', $1)", [LARGE]);
    expect(await takePushEvents(sql, 10)).toEqual([{ kind: "ticket", objectId: LARGE }]);
    await sql.ask("SELECT setval('push_delivery_id_seq', $1)", [LARGE]);
    expect(await nextPushTestId(sql)).toBe(LARGE + 1);
  });

  it("are those of what chatbots are asked", async () => {
    const { sql } = test.database;
    await sql.ask("INSERT INTO chatbot_turn (id, ticket_id, event_id) VALUES ($1, 1, $1)", [LARGE]);
    expect(await claimChatbotTurn(sql, 60_000)).toMatchObject({ id: LARGE, eventId: LARGE, isLate: false });
    expect(await deleteChatbotTurn(sql, LARGE)).toBe(true);
  });
});
