import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { getMessageRows, listMessagePage, listMessagesAround, type MessagePlace } from "./index.js";

const T0 = Date.UTC(2026, 0, 1);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const { sql } = test.database;
  await sql.ask(`
    WITH a AS (INSERT INTO connection (name, api) VALUES ('Loja', 'meow')),
      b AS (INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')),
      c AS (INSERT INTO contact (name) VALUES ('Cliente'), ('Outra'))
    INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind, width) VALUES ('11111111-1111-4111-8111-111111111111', 'a', 'a', 123, 'image/png', 'png', 'foto.png', 'message', 640)`);
  await sql.ask("INSERT INTO ticket (status, contact_id, connection_id, read_message_id) VALUES ('open', 1, 1, 2), ('open', 2, 1, 0)");
  // Ticket 1 has ids 1 to 2500, three messages a second, and message 2 has the latest time; ticket
  // 2 has three messages.
  await sql.ask(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, contact_id, type, body, sent_at)
     SELECT CASE WHEN g <= 2500 THEN 1 ELSE 2 END, 1, 'phone:1', 'phone:1', false, 'E' || g, 1, 'chat', 'm' || g, $1::timestamptz + (CASE g WHEN 2 THEN 9999 ELSE g / 3 END) * interval '1 second'
     FROM generate_series(1, 2503) g ORDER BY g`,
    [new Date(T0)],
  );
});
afterAll(() => test.close());

describe("listMessagePage", () => {
  it("pages from the newest by time of sending, then by id", async () => {
    expect(await page({ offset: 0 }, 4)).toEqual([2, 2500, 2499, 2498]);
    const all = await inOrder();
    for (const pageNumber of [2, 50, 51, 52, 125])
      expect(await page({ offset: (pageNumber - 1) * 20 }, 20)).toEqual(all.slice((pageNumber - 1) * 20, pageNumber * 20));
    expect(await page({ offset: 2500 }, 20)).toEqual([]);
    expect(await page({ offset: 20_000_000 }, 20)).toEqual([]);
  });

  it("returns the messages just before or just after a message", async () => {
    const all = await inOrder();
    expect(await page({ beforeId: 1_500 }, 20)).toEqual(all.slice(all.indexOf(1_500) + 1).slice(0, 20));
    expect(await page({ afterId: 1_500 }, 20)).toEqual(all.slice(0, all.indexOf(1_500)).slice(-20));
    expect(await page({ afterId: 2 }, 20)).toEqual([]);
  });

  it("returns nothing before or after a message of another ticket", async () => {
    expect(await page({ beforeId: 2_502 }, 20)).toEqual([]);
    expect(await page({ afterId: 2_502 }, 20)).toEqual([]);
  });
});

describe("listMessagesAround", () => {
  const around = async (messageId: number, newer: number, older: number): Promise<number[]> =>
    (await listMessagesAround(test.database.sql, { ticketId: 1, messageId, newer, older, history: { op: "always" } })).map(({ id }) => id);

  it("returns a message with those just after and just before it, newest first", async () => {
    const all = await inOrder();
    const at = all.indexOf(1_500);
    expect(await around(1_500, 9, 10)).toEqual(all.slice(at - 9, at + 11));
    expect(await around(2, 9, 3)).toEqual(all.slice(0, 4));
    expect(await around(1, 2, 10)).toEqual(all.slice(-3));
  });

  it("returns nothing around a message of another ticket", async () => {
    expect(await around(2_502, 9, 10)).toEqual([]);
  });
});

describe("getMessageRows", () => {
  it("joins the author, the user, the file, the quoted message and the state of sending", async () => {
    const { sql } = test.database;
    const [{ id } = { id: 0 }] = await sql.ask<{ id: number }>(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, user_id, type, body, quoted_id, file_id, media_state, media, error, sent_at)
       VALUES (2, 1, 'phone:2', 'me', true, 'OUT', 1, 'image', 'legenda', 2501, '11111111-1111-4111-8111-111111111111', 'ready', '{"voice": false}', '{"code": 1}', $1) RETURNING id`,
      [new Date(T0)],
    );
    await sql.ask(
      "INSERT INTO outbox (id, message_id, connection_id, lane, origin, client_key, peer) VALUES (gen_random_uuid(), $1, 1, 'l', 'agent', 'key-1', '{}')",
      [id],
    );
    const [row, received, ...others] = await getMessageRows(sql, [id, 99_999, 2_501]);
    expect(others).toEqual([]);
    expect(row).toEqual({
      id,
      ticketId: 2,
      connectionId: 1,
      ticketConnectionId: 1,
      queueId: null,
      ownerId: null,
      isRecovered: false,
      guestIds: [],
      externalId: "OUT",
      fromMe: true,
      type: "image",
      body: "legenda",
      ack: 0,
      read: true,
      isForwarded: false,
      isEdited: false,
      previousBody: null,
      editUnreadable: false,
      isDeleted: false,
      error: { code: 1 },
      details: null,
      sentAt: new Date(T0),
      inboundEventId: null,
      contactId: null,
      contactName: null,
      userId: 1,
      userName: "Davi",
      mediaState: "ready",
      media: { voice: false },
      downloadAttempts: 0,
      fileId: "11111111-1111-4111-8111-111111111111",
      fileMime: "image/png",
      fileCodec: null,
      fileName: "foto.png",
      fileExtension: "png",
      fileSize: 123,
      fileWidth: 640,
      fileHeight: null,
      fileSeconds: null,
      quotedId: 2501,
      quotedBody: "m2501",
      quotedFileName: null,
      quotedFromMe: false,
      quotedType: "chat",
      quotedIsDeleted: false,
      quotedContactId: 1,
      quotedContactName: "Cliente",
      quotedQueueId: null,
      quotedOwnerId: null,
      quotedUserId: null,
      quotedIsRecovered: false,
      transcription: null,
      reactions: null,
      reactors: null,
      sending: "queued",
      clientKey: "key-1",
    });
    expect(received).toMatchObject({
      id: 2501,
      read: false,
      contactName: "Cliente",
      userName: null,
      sending: null,
      quotedId: null,
      quotedBody: null,
    });
  });

  it("distinguishes read from unread by the ticket's read marker", async () => {
    expect((await getMessageRows(test.database.sql, [1, 2, 3])).map(({ read }) => read)).toEqual([true, true, false]);
  });
});

async function page(place: MessagePlace, limit: number): Promise<number[]> {
  return (await listMessagePage(test.database.sql, { ticketId: 1, limit, history: { op: "always" }, ...place })).map(({ id }) => id);
}

async function inOrder(): Promise<number[]> {
  return (await test.database.sql.ask<{ id: number }>("SELECT id FROM message WHERE ticket_id = 1 ORDER BY sent_at DESC, id DESC")).map(
    ({ id }) => id,
  );
}
