import { openingState } from "@balcao/domain/tickets";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { addMessagesToTicket, insertTicket, lockTicket, raiseTicketVersion } from "./index.js";

const NOW = new Date("2026-03-02T12:00:00Z");
const SAID = { preview: "Oi", media: null, at: NOW, unread: 0, isAnswer: false, waitingFrom: null };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.sql.ask("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
});
afterAll(() => test.close());

/** Stores a record and changes it; returns what sent it and its bucket. */
async function recordAfter(change: (id: number) => Promise<unknown>, isGroup = false) {
  const { sql } = test.database;
  const [contact] = await sql.ask<{ id: number }>("INSERT INTO contact (name, is_group) VALUES ('C', $1) RETURNING id", [isGroup]);
  const state = openingState({ from: "campaign" }, { queueId: null, connectionId: 1, isGroup }, NOW);
  const record = await insertTicket(sql, contact?.id ?? 0, state, NOW);
  await change(record?.id ?? 0);
  const after = await lockTicket(sql, record?.id ?? 0);
  const [row] = await sql.ask<{ bucket: string }>("SELECT bucket FROM ticket WHERE id = $1", [record?.id]);
  return [after?.origin, row?.bucket];
}

const set = (columns: string) => (id: number) => test.database.sql.ask(`UPDATE ticket SET ${columns} WHERE id = $1`, [id]);
const says = (inboundId: number | null) => (id: number) => addMessagesToTicket(test.database.sql, id, { ...SAID, inboundId });

describe("a record of a sent message", () => {
  it("stays one with more messages of ours, acks and while it is closed, and is in a bucket of its own [D-268]", async () => {
    expect(await recordAfter(says(null))).toEqual(["campaign", "record"]);
    expect(await recordAfter((id) => raiseTicketVersion(test.database.sql, id))).toEqual(["campaign", "record"]);
    expect(await recordAfter(set("queue_id = NULL"))).toEqual(["campaign", "record"]);
    expect(await recordAfter(says(null), true)).toEqual(["campaign", "recordGroup"]);
  });

  it("is a conversation from the customer's words on, and by any status but closed, whichever version changes it [D-268]", async () => {
    expect(await recordAfter(says(7))).toEqual([null, "closed"]);
    expect(await recordAfter(says(7), true)).toEqual([null, "closedGroup"]);
    expect(await recordAfter(set("status = 'pending'"))).toEqual([null, "pending"]);
    const closesAgain = async (id: number) => {
      await set("status = 'open'")(id);
      await set("status = 'closed'")(id);
    };
    expect(await recordAfter(closesAgain)).toEqual([null, "closed"]);
  });

  it("keeps its bucket whatever is written there", async () => {
    expect(await recordAfter(set("bucket = 'open'"))).toEqual(["campaign", "record"]);
  });
});
