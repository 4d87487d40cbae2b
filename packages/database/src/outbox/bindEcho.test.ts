import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { bindEcho } from "./index.js";

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
  const { sql } = test.database;
  await sql.ask("WITH n AS (INSERT INTO connection (name, api) VALUES ('Loja', 'wwebjs')) INSERT INTO contact (name) VALUES ('Cliente')");
  await sql.ask("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
});
afterEach(() => test.close());

/** Inserts a text of ours that was handed over now, with the given state. */
async function send(body: string, state: string): Promise<number> {
  const [{ id } = { id: 0 }] = await test.database.sql.ask<{ id: number }>(
    `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at) VALUES (1, 1, 'phone:1', 'me', true, 'chat', $1, now()) RETURNING id)
     INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, state, first_handed_at, handed_at)
       SELECT gen_random_uuid(), id, 1, '1:phone:1', 'agent', '{}', $2, now(), now() FROM m RETURNING message_id AS id`,
    [body, state],
  );
  return id;
}
const echo = (body: string, externalId: string, more: object = {}) =>
  bindEcho(test.database.sql, 1, { chats: ["phone:1"], externalId, body, hasFile: false, sentAt: new Date(), ...more });

describe("an echo of a sent message, at a network that chooses ids itself", () => {
  it("is bound to the oldest send with an unknown outcome, each once", async () => {
    const [first, second] = [await send("Oi", "unknown"), await send("Oi", "handed")];
    expect(await echo("Oi", "A")).toEqual({ id: first, ticketId: 1 });
    expect(await echo("Oi", "B")).toEqual({ id: second, ticketId: 1 });
    expect(await echo("Oi", "C")).toBeNull();
    expect(await test.database.sql.ask("SELECT external_id AS id, ack FROM message ORDER BY id")).toEqual([
      { id: "A", ack: 1 },
      { id: "B", ack: 1 },
    ]);
    expect(await test.database.sql.ask("SELECT DISTINCT state FROM outbox")).toEqual([{ state: "sent" }]);
  });

  it("is a new message when its text, chat, kind or time differs, or the send was never handed over", async () => {
    await send("Oi", "unknown");
    await send("Depois", "queued");
    expect(await echo("Olá", "A")).toBeNull();
    expect(await echo("Oi", "A", { chats: ["phone:2"] })).toBeNull();
    expect(await echo("Oi", "A", { hasFile: true })).toBeNull();
    expect(await echo("Oi", "A", { sentAt: new Date(Date.now() - 60_000) })).toBeNull();
    expect(await echo("Depois", "A")).toBeNull();
  });
});
