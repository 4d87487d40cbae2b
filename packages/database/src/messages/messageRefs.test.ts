import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { getMessageRef, getMessageRows, setMessageReaction } from "./index.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.sql.ask(`
    WITH n AS (INSERT INTO connection (name, api) VALUES ('Loja', 'meow')), c AS (INSERT INTO contact (name) VALUES ('Cliente'))
    SELECT`);
  await test.database.sql.ask("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
  await test.database.sql.ask(
    "INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, sent_at) VALUES (1, 1, 'phone:1', 'me', true, 'E1', 'conversation', 'Oi', now())",
  );
});
afterAll(() => test.close());

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second));
const react = (by: string, emoji: string | null, second: number) => setMessageReaction(test.database.sql, 1, { by, emoji, at: at(second) });
const reactions = async () => (await getMessageRows(test.database.sql, [1]))[0]?.reactions ?? null;

describe("reactions to a message", () => {
  it("are one per person, the newest, in any order of arrival", async () => {
    expect(await react("phone:1", "👍", 10)).toEqual({ id: 1, ticketId: 1 });
    expect(await react("phone:1", "👍", 11)).toBeNull();
    expect(await react("me", "❤", 12)).toEqual({ id: 1, ticketId: 1 });
    expect(await react("phone:1", "😮", 9)).toBeNull();
    expect(await reactions()).toMatchObject({ "phone:1": { emoji: "👍" }, me: { emoji: "❤" } });
    expect(await react("phone:1", null, 20)).toEqual({ id: 1, ticketId: 1 });
    expect(await react("phone:1", "👍", 15)).toBeNull();
    expect(await reactions()).toMatchObject({ "phone:1": { emoji: null }, me: { emoji: "❤" } });
  });
});

describe("a removal that arrives before the reaction", () => {
  it("is stored, so that the older reaction does not appear, and a newer one does", async () => {
    expect(await react("phone:2", null, 20)).not.toBeNull();
    expect(await react("phone:2", "👍", 15)).toBeNull();
    expect(await reactions()).toMatchObject({ "phone:2": { emoji: null } });
    expect(await react("phone:2", "🎉", 25)).not.toBeNull();
    expect(await reactions()).toMatchObject({ "phone:2": { emoji: "🎉" } });
  });
});

describe("getMessageRef", () => {
  it("returns what identifies the message at its network", async () => {
    expect(await getMessageRef(test.database.sql, 1)).toMatchObject({
      ticketId: 1,
      externalId: "E1",
      chat: "phone:1",
      author: "me",
      fromMe: true,
    });
    expect(await getMessageRef(test.database.sql, 2)).toBeNull();
  });
});
