import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import type { Sql } from "../sql/index.js";
import { listChatMessagePage, listChatPage } from "./index.js";

const LONG = process.env["BALCAO_LONG"] === "1";
const [CHATS, MESSAGES] = LONG ? [500, 50_000] : [200, 5_000];
const [OWN, GROUPS, GROUP] = [1, 10, 30];
const [LONG_CHAT, QUIET_CHAT] = [GROUPS + 1, GROUPS + 2];

const PAGE = { userId: OWN, all: false, search: "", withUnread: false, during: null, cursor: null, offset: 0, limit: 41 } as const;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const { sql } = test.database;
  await sql.ask(`INSERT INTO user_account (id, name, email, password_hash, profile)
    SELECT g, CASE g WHEN 1 THEN 'Eu mesma' WHEN 29 THEN 'Zuleica' ELSE 'Colega ' || g END, g || '@x.test', '', CASE g WHEN 1 THEN 'admin' ELSE 'user' END FROM generate_series(1, ${CHATS + 1}) g`);
  await sql.ask(`INSERT INTO chat (is_group, group_name, user_id, last_activity)
    SELECT true, 'Grupo ' || g, ${OWN}, now() - g * interval '1 day' FROM generate_series(1, ${GROUPS}) g`);
  await sql.ask(`INSERT INTO chat (is_group, user_id, calling_user_id, last_activity)
    SELECT false, ${OWN}, 1 + g, now() - g * interval '1 hour' FROM generate_series(1, ${CHATS - GROUPS}) g`);
  // Colleagues of groups have chats with each other as well.
  await sql.ask(`INSERT INTO chat (is_group, user_id, calling_user_id, last_activity)
    SELECT false, a, b, now() - a * b * interval '1 minute' FROM generate_series(2, 40) a, generate_series(2, 40) b WHERE a < b`);
  await sql.ask(`INSERT INTO chat_participant (chat_id, user_id, unread) SELECT id, user_id, id % 50 FROM chat`);
  await sql.ask(`INSERT INTO chat_participant (chat_id, user_id) SELECT id, calling_user_id FROM chat WHERE NOT is_group
    UNION ALL SELECT c.id, g FROM chat c, generate_series(2, ${GROUP}) g WHERE c.is_group`);
  await sql.ask(`INSERT INTO chat_message (chat_id, sender_id, type, body, created_at)
    SELECT CASE WHEN g <= 20 THEN ${QUIET_CHAT} ELSE ${LONG_CHAT} END, ${OWN}, 'chat', 'Bom dia ' || md5(g::text), now()
    FROM generate_series(1, ${MESSAGES + 20}) g`);
  await sql.ask("ANALYZE");
}, 120_000);
afterAll(() => test.close());

/** How many buffers of these tables and their indexes `work` reads. */
async function buffersOf(tables: string, work: (sql: Sql) => Promise<unknown>): Promise<number> {
  return test.database.transaction(async (tx) => {
    const before = await buffersSoFar(tx, tables);
    await work(tx);
    return (await buffersSoFar(tx, tables)) - before;
  });
}

async function buffersSoFar(tx: Sql, tables: string): Promise<number> {
  const [row] = await tx.ask<{ n: number }>(
    `SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::int AS n FROM pg_class WHERE relname ~ $1 AND relkind IN ('r', 'i')`,
    [tables],
  );
  return row?.n ?? 0;
}

it("reads a page of a chat from that chat alone, whether it is long or has been quiet while others were not [API-107, D-094]", async () => {
  const { sql } = test.database;
  for (const chatId of [QUIET_CHAT, LONG_CHAT]) {
    const newest = await listChatMessagePage(sql, { chatId, limit: 21, offset: 0 });
    expect(newest).toHaveLength(chatId === QUIET_CHAT ? 20 : 21);
    const [first, last] = [newest.at(0)?.id ?? 0, newest.at(-1)?.id ?? 0];
    for (const place of [{ offset: 0 }, { beforeId: first + 1 }, { afterId: last - 1 }]) {
      const buffers = await buffersOf("^chat_message", (tx) => listChatMessagePage(tx, { chatId, limit: 21, ...place }));
      // Three per message to read it, and the way to the first one.
      expect(buffers).toBeLessThan(21 * 3 + 20);
    }
  }
});

/** How many chats the person has with a colleague. */
async function countWith(userId: number): Promise<number> {
  const [row] = await test.database.sql.ask<{ n: number }>(
    `SELECT count(*)::int AS n FROM chat_participant a JOIN chat_participant b ON b.chat_id = a.chat_id WHERE a.user_id = ${OWN} AND b.user_id = ${userId}`,
  );
  return row?.n ?? 0;
}

it("finds chats by the names of groups and of other people, whose names are read once for each of its statements [INBOX-031]", async () => {
  const list = (search: string) => (sql: Sql) => listChatPage(sql, { ...PAGE, search });
  const { sql } = test.database;
  expect((await list("grupo 7")(sql)).rows.map(({ groupName }) => groupName)).toEqual(["Grupo 7"]);
  expect(await list("zuleica")(sql)).toMatchObject({ count: await countWith(29) });
  // The person's own name is in all chats.
  expect(await list("eu mesma")(sql)).toEqual({ rows: [], count: 0 });
  expect(await buffersOf("^user_account", list("zuleica"))).toBeLessThan(40);
});

it("lists the chats that the person has not read without reading other people [API-102]", async () => {
  const list = (sql: Sql) => listChatPage(sql, { ...PAGE, withUnread: true });
  const [unread] = await test.database.sql.ask<{ n: number }>(
    `SELECT count(*)::int AS n FROM chat_participant WHERE user_id = ${OWN} AND unread > 0`,
  );
  expect(await list(test.database.sql)).toMatchObject({ count: unread?.n });
  expect(await buffersOf("^user_account", list)).toBe(0);
});
