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
const react = (by: string, emoji: string | null, second: number, userId: number | null = null) =>
  setMessageReaction(test.database.sql, 1, { by, emoji, at: at(second), userId });
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

describe("the people who reacted", () => {
  it("have the names of contacts and of our users; nobody has one who is neither", async () => {
    const { sql } = test.database;
    await sql.ask(
      "INSERT INTO contact_address (connection_id, kind, value, contact_id) VALUES (0, 'phone', '7', 1), (1, 'lid', '8', 1), (2, 'lid', '9', 1)",
    );
    await sql.ask("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Ana', 'ana@balcao.test', 'x', 'admin')");
    for (const key of ["phone:7", "lid:8", "lid:9"]) await react(key, "👏", 30);
    // The network has reported our reaction first.
    expect(await react("me", "👏", 31)).not.toBeNull();
    expect(await react("me", "👏", 32, 1)).not.toBeNull();
    expect(await react("me", "👏", 33)).toBeNull();
    expect((await getMessageRows(sql, [1]))[0]?.reactors).toMatchObject({
      "phone:7": "Cliente",
      "lid:8": "Cliente",
      "lid:9": null,
      me: "Ana",
    });
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
