import { randomUUID } from "node:crypto";
import { aCtx, anActor } from "@balcao/testing/cast";
import type { Ctx } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { watchStatements } from "../../statements.fixture.js";
import { sendMessage } from "./sendMessage.js";

let test: TestServices;
let ctx: Ctx;
beforeAll(async () => {
  test = await openTestServices();
  const connectionId = await test.connection("meow");
  const [user] = await test.rows<{ id: number }>(
    "INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin') RETURNING id",
  );
  await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
  await test.rows("INSERT INTO contact_address (contact_id, connection_id, kind, value) VALUES (1, 0, 'phone', '5511986129801')");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id, user_id) VALUES ('open', 1, $1, $2)", [connectionId, user?.id]);
  await test.services.directory.refresh();
  ctx = aCtx(anActor(user?.id ?? 0, "admin"), { route: "POST /messages/1" });
});
afterAll(() => test.close());

const text = { ticketId: 1, quotedMessageId: undefined, mediaUrl: null, voice: false, mentions: [] };
const COMMIT = ["live_insert", "commit"];

/** Sends a text, and returns the statements of each round trip. */
async function tripsOf(body: string, idempotencyKey: string | null): Promise<string[][]> {
  const { services, trips } = watchStatements(test.services);
  await sendMessage(services, { ...ctx, idempotencyKey }, { ...text, body }, []);
  return trips;
}

describe("the cost of a sent text", () => {
  it("is five round trips, of which the last reads the answer after the commit", async () => {
    expect(await tripsOf("bom dia", null)).toEqual([
      ["begin", "ticket_lock"],
      ["contact_destinations", "ticket_add_messages"],
      ["outbox_insert"],
      ["audit_insert", ...COMMIT],
      ["message_rows"],
    ]);
  });

  it("is one more with an Idempotency-Key, whose repeat stores nothing [P-15]", async () => {
    const [key, before] = [randomUUID(), await test.rows("SELECT 1 FROM outbox")];
    expect(await tripsOf("tudo bem?", key)).toEqual([
      ["begin", "ticket_lock"],
      ["idempotency_claim_message"],
      ["contact_destinations", "ticket_add_messages"],
      ["outbox_insert"],
      ["idempotency_fill", "audit_insert", ...COMMIT],
      ["message_rows"],
    ]);
    await tripsOf("tudo bem?", key);
    expect(await test.rows("SELECT 1 FROM outbox")).toHaveLength(before.length + 1);
  });
});
