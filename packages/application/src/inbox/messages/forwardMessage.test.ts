import { aCtx, anActor } from "@balcao/testing/cast";
import type { Ctx } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { forwardMessage } from "./forwardMessage.js";

const ADMIN: Ctx = aCtx(anActor(1, "admin"));

let test: TestServices;
beforeEach(async () => {
  test = await openTestServices();
  await test.connection("meow");
  await test.rows("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@example.com', 'x', 'admin')");
  await test.rows("INSERT INTO contact (name) VALUES ('Ana'), ('Rui')");
  await test.rows("INSERT INTO contact_address (contact_id, connection_id, kind, value) VALUES (2, 0, 'phone', '5511900000002')");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id, user_id) VALUES ('open', 1, 1, 1)");
  await test.rows(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
     SELECT 1, 1, 'phone:5511900000001', 'phone:5511900000001', false, 'conversation', 'texto ' || g, now() FROM generate_series(1, 2) g`,
  );
  await test.services.directory.refresh();
});
afterEach(() => test.close());

it("tells two requests apart by their whole keys, however long these are [P-15]", async () => {
  for (const messageId of [1, 2]) {
    const ctx = { ...ADMIN, idempotencyKey: `${"k".repeat(99)}${messageId}` };
    const forwarded = await forwardMessage(test.services, ctx, { messageId, contactIds: [2], note: null });
    expect(forwarded).toMatchObject({ sent: [{ contactId: 2 }], failures: [] });
  }
  expect(await test.rows("SELECT body FROM message WHERE is_forwarded ORDER BY id")).toEqual([{ body: "texto 1" }, { body: "texto 2" }]);
});

it("goes into the live conversation on another number that the person names, opens none there, and none beside it [D-295]", async () => {
  const other = await test.connection("baileys");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id, user_id) VALUES ('open', 2, $1, 1)", [other]);
  await test.services.directory.refresh();
  const forward = (contactIds: readonly number[]) =>
    forwardMessage(test.services, ADMIN, { messageId: 1, contactIds, connectionId: other, note: null });
  expect(await forward([2, 1])).toEqual({
    sent: [{ contactId: 2, ticketId: 2, messageId: expect.any(String) as string }],
    failures: [expect.objectContaining({ contactId: 1, code: "ERR_NO_TICKET_FOUND" })],
  });
  expect(await test.rows("SELECT contact_id, connection_id FROM ticket ORDER BY id")).toEqual([
    { contact_id: 1, connection_id: 1 },
    { contact_id: 2, connection_id: other },
  ]);
  expect(await test.rows("SELECT connection_id FROM message WHERE is_forwarded")).toEqual([{ connection_id: other }]);
});
