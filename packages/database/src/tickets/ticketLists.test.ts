import type { KeyRange } from "@balcao/domain/access";
import { TICKET_BUCKETS, type TicketBucket, type TicketCondition } from "@balcao/domain/tickets";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { aTicketRow } from "@balcao/testing/ticketRow";
import {
  getLiveTicketRow,
  getTicketRow,
  getTicketRowsByIds,
  listTicketsByFilter,
  listTicketsByRanges,
  type TicketCursor,
  type TicketFilter,
  type TicketRow,
} from "./index.js";

const T0 = Date.UTC(2026, 0, 1);
const always: TicketCondition = { op: "always" };
const never: TicketCondition = { op: "never" };
const EVERY: KeyRange = { queueKeys: null, userKeys: null };
/** Users without tickets. */
const MANY = Array.from({ length: 30 }, (_, i) => 100 + i);
const ANY: Omit<TicketFilter, "condition"> = {
  buckets: null,
  search: "",
  createdFrom: null,
  createdBefore: null,
  isGroup: null,
  unreadOnly: false,
  withoutTarget: false,
};
const TOP = { cursor: null, offset: 0, limit: 40 };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  // 4,000 tickets over all statuses, queues none and 1 to 3, users none and 1 to 3; several have
  // the same activity time, so that the id decides.
  await test.database.sql.ask(`
    WITH queues AS (INSERT INTO queue (name, color) SELECT 'Fila ' || g, '#00000' || g FROM generate_series(1, 3) g),
      people AS (INSERT INTO user_account (name, email, password_hash, profile) SELECT 'Pessoa ' || g, g || '@balcao.test', 'x', CASE g WHEN 1 THEN 'admin' ELSE 'user' END FROM generate_series(1, 3) g),
      contacts AS (INSERT INTO contact (name, number, is_group) SELECT CASE g % 10 WHEN 0 THEN 'José 100%' ELSE 'Contato ' || g END, '5511' || g, g % 8 = 5 OR g % 16 = 7 FROM generate_series(1, 4000) g)
    INSERT INTO connection (name, api) VALUES ('Loja', 'meow')`);
  await test.database.sql.ask(
    `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, is_group, last_activity, unread, created_at, waiting_since)
     SELECT (ARRAY['pending', 'bot', 'open', 'paused', 'closed', 'group', 'nps', 'closed'])[1 + g % 8], g, 1, nullif(g / 8 % 4, 0), nullif(g / 32 % 4, 0), g % 8 = 5 OR g % 16 = 7,
       $1::timestamptz + g / 3 * interval '1 second', g % 5, $1::timestamptz + g * interval '1 hour',
       CASE WHEN g % 24 = 8 THEN $1::timestamptz - g * interval '1 second' END
     FROM generate_series(1, 4000) g`,
    [new Date(T0)],
  );
});
afterAll(() => test.close());

describe("listTicketsByRanges", () => {
  it("merges whole queues and pairs of queue and user, newest activity first", async () => {
    const ranges: KeyRange[] = [
      { queueKeys: [0, 2], userKeys: null },
      { queueKeys: [1, 3], userKeys: [0, 2] },
    ];
    const { rows } = await listTicketsByRanges(test.database.sql, { bucket: "closed", ranges, ...TOP, limit: 100 });
    expect(rows.map(({ id }) => id)).toEqual(
      await idsWhere("bucket = 'closed' AND (queue_key IN (0, 2) OR (queue_key IN (1, 3) AND user_key IN (0, 2)))", 100),
    );
  });

  it("reads a whole bucket, and nothing without ranges", async () => {
    expect(await list("open", [EVERY])).toEqual(await idsWhere("bucket = 'open'", 40));
    expect(await list("open", [])).toEqual([]);
  });

  it("separates closed groups from closed tickets (D-025)", async () => {
    expect(await list("closedGroup", [EVERY])).toEqual(await idsWhere("status = 'closed' AND is_group", 40));
    expect(await list("closed", [EVERY])).toEqual(await idsWhere("status = 'closed' AND NOT is_group", 40));
  });

  it.each([
    ["a whole bucket", [EVERY], "bucket = 'closed'"],
    [
      "ranges",
      [
        { queueKeys: [0, 1, 2], userKeys: null },
        { queueKeys: [3], userKeys: [0, 1, 2, 3] },
      ],
      "bucket = 'closed'",
    ],
    [
      "pairs of queue and user",
      [
        { queueKeys: [1, 3], userKeys: [0, 2] },
        { queueKeys: [0], userKeys: [1] },
      ],
      "bucket = 'closed' AND (queue_key IN (1, 3) AND user_key IN (0, 2) OR queue_key = 0 AND user_key = 1)",
    ],
    [
      "a range of many users",
      [
        { queueKeys: [1, 2], userKeys: [1, 3, ...MANY] },
        { queueKeys: [3], userKeys: [2, ...MANY] },
        { queueKeys: [0], userKeys: null },
      ],
      "bucket = 'closed' AND (queue_key = 0 OR queue_key = 3 AND user_key = 2 OR queue_key IN (1, 2) AND user_key IN (1, 3))",
    ],
  ] as const)("pages through %s without gap or repeat, by cursor and by offset, however deep", async (_what, ranges, where) => {
    const { sql } = test.database;
    const all = await idsWhere(where, 5000);
    const byCursor: number[] = [];
    for (let last: TicketRow | undefined; ;) {
      const { rows: page, count } = await listTicketsByRanges(sql, {
        bucket: "closed",
        ranges,
        cursor: last ?? null,
        offset: 0,
        limit: 97,
      });
      expect(count).toBe(all.length);
      byCursor.push(...page.map(({ id }) => id));
      last = page.at(-1);
      if (page.length < 97) break;
    }
    expect(byCursor).toEqual(all);
    for (const offset of [0, 39, 1_000, 1_001, all.length - 3, all.length, 250_000]) {
      const { rows, count } = await listTicketsByRanges(sql, { bucket: "closed", ranges, cursor: null, offset, limit: 5 });
      expect(count).toBe(all.length);
      expect(rows.map(({ id }) => id)).toEqual(all.slice(offset, offset + 5));
    }
  });

  it.each([
    ["a whole bucket", [EVERY], "true"],
    [
      "queues, people and many people",
      [
        { queueKeys: [0], userKeys: null },
        { queueKeys: [1, 2], userKeys: [1, 3] },
        { queueKeys: [3], userKeys: [2, ...MANY] },
      ],
      "(queue_key = 0 OR queue_key IN (1, 2) AND user_key IN (1, 3) OR queue_key = 3 AND user_key = 2)",
    ],
  ] as const)("pages through %s by the longest wait, and counts them [D-341]", async (_what, ranges, where) => {
    const { sql } = test.database;
    const waits = "coalesce(waiting_since, last_activity)";
    const all = await sql.ask<{ id: number; at: Date }>(
      `SELECT id, ${waits} AS at FROM ticket WHERE bucket = 'pending' AND ${where} ORDER BY ${waits}, id`,
    );
    const query = { bucket: "pending", ranges, order: "wait" } as const;
    const found: number[] = [];
    let cursor: TicketCursor | null = null;
    do {
      const { rows, count } = await listTicketsByRanges(sql, { ...query, cursor, offset: 0, limit: 7 });
      expect(count).toBe(all.length);
      found.push(...rows.map(({ id }) => id));
      const last: TicketRow | undefined = rows.at(-1);
      cursor = last && rows.length === 7 ? { lastActivity: last.waitingSince ?? last.lastActivity, id: last.id } : null;
    } while (cursor);
    expect(found).toEqual(all.map(({ id }) => id));
    const { rows } = await listTicketsByRanges(sql, { ...query, cursor: null, offset: 11, limit: 5 });
    expect(rows.map(({ id }) => id)).toEqual(all.slice(11, 16).map(({ id }) => id));
  });

  it("returns rows with their contact, ids as numbers and instants as dates", async () => {
    const row = await getTicketRow(test.database.sql, 7);
    expect(row).toEqual(
      aTicketRow({
        id: 7,
        status: "closed",
        isGroup: true,
        contactId: 7,
        contactName: "Contato 7",
        contactNumber: "55117",
        contactIsGroup: true,
        lastActivity: new Date(T0 + 2_000),
        unread: 2,
        createdAt: new Date(T0 + 7 * 3_600_000),
      }),
    );
    expect(await getTicketRow(test.database.sql, 4001)).toBeNull();
    expect((await getTicketRowsByIds(test.database.sql, [9, 4001, 3])).map(({ id }) => id)).toEqual([9, 3]);
  });

  it("finds the live ticket of a contact on a connection or on any", async () => {
    const { sql } = test.database;
    expect((await getLiveTicketRow(sql, 2, 1))?.id).toBe(2);
    expect((await getLiveTicketRow(sql, 2, null))?.id).toBe(2);
    expect(await getLiveTicketRow(sql, 2, 99)).toBeNull();
    expect(await getLiveTicketRow(sql, 4, null)).toBeNull();
  });
});

describe("listTicketsByFilter", () => {
  const filtered = async (filter: Partial<TicketFilter>, page: Partial<typeof TOP> = {}) => {
    const { rows, count } = await listTicketsByFilter(test.database.sql, {
      ...ANY,
      condition: always,
      ...filter,
      ...TOP,
      ...page,
    });
    return { ids: rows.map(({ id }) => id), count };
  };

  it("filters by status, group, creation and unread messages", async () => {
    expect(await filtered({ buckets: ["open", "group"] })).toEqual({
      ids: await idsWhere("status IN ('open', 'group')", 40),
      count: 1_000,
    });
    expect((await filtered({ buckets: TICKET_BUCKETS, isGroup: true })).ids).toEqual(await idsWhere("is_group", 40));
    expect(await filtered({ createdFrom: new Date(T0 + 10 * 3_600_000), createdBefore: new Date(T0 + 15 * 3_600_000) })).toEqual({
      ids: [14, 13, 12, 11, 10],
      count: 5,
    });
    expect((await filtered({ unreadOnly: true })).ids).toEqual(await idsWhere("unread > 0", 40));
  });

  it("finds contacts ignoring accents and case, with literal percent signs", async () => {
    expect((await filtered({ search: "JOSE 100%" })).ids).toEqual(await idsWhere("contact_id % 10 = 0", 40));
    expect((await filtered({ search: "55112000" })).ids).toEqual([2000]);
    expect(await filtered({ search: "josé_100" })).toEqual({ ids: [], count: 0 });
    expect(await filtered({ search: "\\' OR true --" })).toEqual({ ids: [], count: 0 });
  });

  it("returns nothing that the condition refuses, and counts at most a thousand", async () => {
    expect(await filtered({ condition: never })).toEqual({ ids: [], count: 0 });
    expect((await filtered({ condition: { op: "not", condition: { op: "isNull", field: "userId" } } })).ids).toEqual(
      await idsWhere("user_id IS NOT NULL", 40),
    );
    expect((await filtered({})).count).toBe(1_000);
  });

  it("counts no further than is asked for [D-700]", async () => {
    const page = { ...ANY, condition: always, ...TOP };
    expect((await listTicketsByFilter(test.database.sql, { ...page, most: 100 })).count).toBe(100);
  });

  it("pages by cursor and beyond a thousand rows", async () => {
    const all = await idsWhere("true", 5000);
    expect((await filtered({}, { offset: 2_345, limit: 7 })).ids).toEqual(all.slice(2_345, 2_352));
    const { rows } = await listTicketsByFilter(test.database.sql, { ...ANY, condition: always, ...TOP });
    const next = await listTicketsByFilter(test.database.sql, {
      ...ANY,
      condition: always,
      cursor: rows.at(-1) ?? null,
      offset: 0,
      limit: 40,
    });
    expect(next.rows.map(({ id }) => id)).toEqual(all.slice(40, 80));
  });
});

async function list(bucket: TicketBucket, ranges: readonly KeyRange[]): Promise<number[]> {
  return (await listTicketsByRanges(test.database.sql, { bucket, ranges, ...TOP })).rows.map(({ id }) => id);
}

async function idsWhere(where: string, limit: number): Promise<number[]> {
  const rows = await test.database.sql.ask<{ id: number }>(
    `SELECT id FROM ticket WHERE ${where} ORDER BY last_activity DESC, id DESC LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}
