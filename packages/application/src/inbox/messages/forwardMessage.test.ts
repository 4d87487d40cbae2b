import { randomUUID } from "node:crypto";
import type { Ctx } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { forwardMessage } from "./forwardMessage.js";

const RIGHTS = { active: true, addContact: true, editContact: true, delContact: true };
const ADMIN: Ctx = {
  actor: { id: 1, profile: "admin", queueIds: [], ...RIGHTS },
  sessionId: randomUUID(),
  ip: null,
  now: new Date(),
  route: "test",
  idempotencyKey: null,
};

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
