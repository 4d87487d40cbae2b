import { toTicketRanges, TICKET_BUCKETS, type PlaceCondition, type TicketBucket } from "@balcao/domain/tickets";
import { createTestDatabase, vacuum, type TestDatabase } from "@balcao/testing/database";
import { seeded } from "@balcao/testing/random";
import { TICKET_FIELDS, toSql } from "../access/index.js";
import { openSearchPool, type AskSearch, type SearchPool } from "../search/index.js";
import { MAX_HITS, searchTickets, type TicketSearch } from "./index.js";

const TICKETS = 4_000;
const EACH = 10;
const UNIVERSE = { queueIds: [1, 2, 3], userIds: [1, 2, 3] };

const anyone: PlaceCondition = { op: "always" };
/** The second queue, or the person's own ticket anywhere. */
const ana: PlaceCondition = {
  op: "any",
  conditions: [
    { op: "eq", field: "queueId", value: 2 },
    { op: "eq", field: "userId", value: 3 },
  ],
};
/** So little that a walk through everything finds less than a page. */
const few: PlaceCondition = {
  op: "all",
  conditions: [
    { op: "eq", field: "queueId", value: 3 },
    { op: "eq", field: "userId", value: 1 },
    { op: "eq", field: "status", value: "open" },
  ],
};

let test: TestDatabase;
let pool: SearchPool;
beforeAll(async () => {
  test = await createTestDatabase();
  const { sql } = test.database;
  pool = openSearchPool({ url: test.url, applicationName: "ticket-search-test", size: 1, onPoolError: () => undefined });
  for (const statement of [
    "INSERT INTO queue (name, color) SELECT 'Fila ' || g, '#00000' || g FROM generate_series(1, 3) AS g",
    "INSERT INTO user_account (name, email, password_hash, profile) SELECT 'P' || g, g || '@balcao.test', 'x', CASE g WHEN 1 THEN 'admin' ELSE 'user' END FROM generate_series(1, 3) AS g",
    "INSERT INTO connection (name, api) SELECT 'Loja ' || g, 'meow' FROM generate_series(1, 2) AS g",
    "INSERT INTO tag (name, color) VALUES ('VIP', '#ffffff')",
    `INSERT INTO contact (name, number) SELECT CASE WHEN g % 40 = 0 THEN 'Quaresma' ELSE 'Neto' END || ' ' || g, '5511' || (900000000 + g) FROM generate_series(1, ${TICKETS}) AS g`,
    `INSERT INTO contact_tag SELECT g, 1 FROM generate_series(1, ${TICKETS}, 5) AS g`,
    `INSERT INTO ticket (contact_id, status, connection_id, queue_id, user_id, last_activity)
     SELECT g, (ARRAY['closed', 'open', 'pending', 'closed'])[1 + g % 4], 1 + g % 2, nullif(g % 4, 0), nullif(g / 3 % 4, 0), now() - g * interval '7 minutes'
     FROM generate_series(1, ${TICKETS}) AS g`,
    "UPDATE ticket SET guest_ids = '{3,2}', guest_inviter_ids = '{1,1}' WHERE id % 31 = 0",
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, sent_at)
     SELECT t.id, t.connection_id, 'phone:' || t.id, 'x', false, t.id || '-' || n, 'chat',
       CASE WHEN (t.id * 7 + n) % 25 = 0 THEN 'segunda via do BOLETO' WHEN (t.id * 7 + n) % 2000 = 1 THEN 'tem garantia?'
         WHEN (t.id * 7 + n) % 100 = 3 THEN 'desconto de 10%_à vista'
         WHEN t.id > 3500 AND n % 2 = 0 THEN 'saudades do verão' ELSE 'bom dia ' || md5(t.id || '-' || n) END,
       t.last_activity - n * interval '1 minute'
     FROM ticket t, generate_series(0, ${EACH - 1}) AS n`,
  ])
    await sql.ask(statement);
  await vacuum(test.database, "ticket", "message", "contact");
}, 120_000);
afterAll(async () => {
  await pool.close();
  await test.close();
});

interface Asked extends Omit<Partial<TicketSearch>, "condition"> {
  /** Where the person finds tickets, besides invitations. */
  readonly condition?: PlaceCondition;
}

function searchFor({ condition: place = anyone, ...more }: Asked, buckets: readonly TicketBucket[] = TICKET_BUCKETS): TicketSearch {
  const ranges = buckets.map((bucket) => [bucket, toTicketRanges(place, bucket, UNIVERSE)] as const);
  const { guestId = null } = more;
  return {
    condition: guestId === null ? place : { op: "any", conditions: [place, { op: "has", field: "guestIds", id: guestId }] },
    buckets,
    guestId,
    ranges: new Map(ranges.filter(([, inBucket]) => inBucket.length > 0)),
    history: { op: "always" },
    message: "boleto",
    contact: [],
    connectionIds: null,
    tagIds: null,
    ...more,
  };
}

/** The same answer by the simplest statement. */
async function expected({ condition, buckets, message, contact, connectionIds, tagIds }: TicketSearch): Promise<number[]> {
  const fence = toSql(condition, TICKET_FIELDS, 6);
  const rows = await test.database.sql.ask<{ id: number }>(
    `SELECT t.id FROM ticket t JOIN contact c ON c.id = t.contact_id
     WHERE ($1 = '' OR EXISTS (SELECT FROM message m WHERE m.ticket_id = t.id AND NOT m.is_deleted AND strpos(m.search, $1) > 0))
       AND t.bucket = ANY($2) AND c.search LIKE ALL(SELECT '%' || search_norm(part) || '%' FROM unnest($3::text[]) AS part)
       AND ($4::int[] IS NULL OR t.connection_id = ANY($4)) AND ($5::int[] IS NULL OR EXISTS (SELECT FROM contact_tag WHERE contact_id = c.id AND tag_id = ANY($5)))
       AND ${fence.text} ORDER BY t.last_activity DESC, t.id DESC LIMIT ${MAX_HITS}`,
    [message, buckets, contact, connectionIds, tagIds, ...fence.values],
  );
  return rows.map(({ id }) => id);
}

describe("searching tickets", () => {
  it.each<[string, TicketSearch]>([
    ["a frequent word", searchFor({})],
    ["a frequent word among few tickets", searchFor({ condition: few })],
    ["a frequent word by what a person may open", searchFor({ condition: ana })],
    ["a rare word", searchFor({ message: "garantia" })],
    ["a frequent word that nobody writes any more", searchFor({ message: "saudades" })],
    ["a rare word by what a person may open", searchFor({ message: "garantia", condition: ana })],
    ["a word that nobody wrote", searchFor({ message: "xilofone" })],
    ["a frequent word of contacts with a name", searchFor({ contact: ["quaresma"] })],
    ["a frequent word of contacts with a frequent name", searchFor({ contact: ["neto"], condition: ana })],
    ["a frequent word of contacts with two letters", searchFor({ contact: ["qu"], condition: ana })],
    ["a frequent word of contacts with a tag", searchFor({ tagIds: [1], condition: ana })],
    ["a rare word on one number, closed", searchFor({ message: "garantia", connectionIds: [2] }, ["closed"])],
    ["a frequent word on one number, waiting", searchFor({ connectionIds: [1], condition: ana }, ["pending"])],
    ["a name alone", searchFor({ message: "", contact: ["quaresma"] })],
    ["two letters alone", searchFor({ message: "", contact: ["ne"], condition: ana })],
    ["a name that nobody has", searchFor({ message: "", contact: ["zqx"] })],
    ["no ticket at all", searchFor({ condition: { op: "never" } })],
    ["a frequent word, invitations included", searchFor({ condition: few, guestId: 2 })],
    ["a frequent word, invitations among their own included", searchFor({ condition: ana, guestId: 2 })],
    ["a rare word, invitations alone", searchFor({ message: "garantia", condition: { op: "never" }, guestId: 2 })],
    [
      "a name, invitations that wait alone",
      searchFor({ message: "", contact: ["quaresma"], condition: { op: "never" }, guestId: 2 }, ["pending"]),
    ],
  ])("finds the newest of all tickets that have %s [INBOX-014, D-035]", async (_what, search) => {
    const { hits, partial } = await pool.run(undefined, (ask) => searchTickets(ask, search));
    expect(partial).toBe(false);
    expect(hits.map(({ ticketId }) => ticketId)).toEqual(await expected(search));
  });

  it("answers any part of any text as the simplest statement does [INBOX-014]", async () => {
    const random = seeded(41);
    const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0];
    const said = await test.database.sql.ask<{ search: string }>("SELECT search FROM message WHERE id % 97 = 0 ORDER BY id");
    for (let n = 0; n < 60; n++) {
      const text = said[Math.floor(random() * said.length)]?.search ?? "";
      const from = Math.floor(random() * (text.length - 3));
      const message = text.slice(from, from + 3 + Math.floor(random() * 6));
      const search = searchFor({
        message,
        condition: pick<PlaceCondition>([anyone, ana, few]),
        guestId: pick<number | null>([null, 2]),
        contact: pick<string[]>([[], [], ["quaresma"], ["ne"]]),
        tagIds: pick<number[] | null>([null, null, [1]]),
        connectionIds: pick<number[] | null>([null, [2]]),
      });
      const { hits, partial } = await pool.run(undefined, (ask) => searchTickets(ask, search));
      expect({ message, partial, hits: hits.map(({ ticketId }) => ticketId) }).toEqual({
        message,
        partial: false,
        hits: await expected(search),
      });
    }
  });

  it("looks at the tickets of a middling word alone, and not at every ticket [INBOX-014]", async () => {
    const reads = await pool.run(undefined, async (ask) => {
      const before = await ticketEntriesRead(ask);
      await searchTickets(ask, searchFor({ message: "desconto" }));
      return (await ticketEntriesRead(ask)) - before;
    });
    // 400 messages have it, in as many tickets.
    expect(reads).toBeLessThan(600);
  });

  it("shows the newest message with the word, whichever way found it [INBOX-014]", async () => {
    for (const message of ["boleto", "garantia"]) {
      const { hits } = await pool.run(undefined, (ask) => searchTickets(ask, searchFor({ message })));
      const newest = await test.database.sql.ask<{ ticketId: number; messageId: number }>(
        `SELECT DISTINCT ON (ticket_id) ticket_id AS "ticketId", id AS "messageId" FROM message
         WHERE ticket_id = ANY($1) AND search LIKE $2 ORDER BY ticket_id, sent_at DESC, id DESC`,
        [hits.map(({ ticketId }) => ticketId), `%${message}%`],
      );
      const byTicket = new Map(newest.map((row) => [row.ticketId, row.messageId]));
      expect(hits.map(({ messageId }) => Number(messageId))).toEqual(hits.map(({ ticketId }) => byTicket.get(ticketId)));
    }
  });

  it.each<[string, TicketSearch]>([
    ["what nearly every message says", searchFor({ message: "bom dia" })],
    ["what nearly every message says, by what a person may open", searchFor({ message: "bom dia", condition: ana })],
    ["what nearly every message says, of contacts with a name", searchFor({ message: "bom dia", contact: ["quaresma"] })],
  ])("finds %s without reading every message that has it [INBOX-014]", async (_what, search) => {
    const reads = await pool.run(undefined, async (ask) => {
      const before = await rowsRead(ask);
      await searchTickets(ask, search);
      return (await rowsRead(ask)) - before;
    });
    // The sample of pages, some 2,500 messages, and those of the tickets that are looked at; 38,000 messages have the words.
    expect(reads).toBeLessThan(5_000);
  });
});

it("reads a short list of messages that are not in the index of words yet [INBOX-014]", async () => {
  const [index] = await test.database.sql.ask<{ options: string[] }>(
    "SELECT reloptions AS options FROM pg_class WHERE relname = 'message_search'",
  );
  expect(index?.options).toContain("gin_pending_list_limit=256");
});

/** How many messages this connection has read so far. */
async function rowsRead(ask: AskSearch): Promise<number> {
  await ask("SELECT pg_stat_force_next_flush()");
  const rows = await ask<{ n: string }>(
    "SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS n FROM pg_stat_user_tables WHERE relname = 'message'",
  );
  return Number(rows?.[0]?.n);
}

/** How many entries of the tickets' indexes, and tickets without an index, this connection has read so far. */
async function ticketEntriesRead(ask: AskSearch): Promise<number> {
  await ask("SELECT pg_stat_force_next_flush()");
  const rows = await ask<{ n: string }>(
    `SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'ticket')
       + (SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'ticket') AS n`,
  );
  return Number(rows?.[0]?.n);
}
