import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import type { Sql } from "../sql/index.js";
import { changeContactTags, foldTagCounts, listTagRows } from "./index.js";

const WRITERS = 4;
const ROUNDS = 60;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ poolSize: WRITERS + 3 });
  await test.database.sql.ask("INSERT INTO tag (name, color) SELECT 'Etiqueta ' || g, '#00000' || g FROM generate_series(1, 4) g");
  await test.database.sql.ask("INSERT INTO contact (name) SELECT 'Contato ' || g FROM generate_series(1, 60) g");
});
afterAll(() => test.close());

/** The counts of a snapshot equal what they count. */
async function expectExact(sql: Sql): Promise<void> {
  const counted = await sql.ask<{ id: number; n: number }>(
    "SELECT t.id, count(ct.contact_id)::int AS n FROM tag t LEFT JOIN contact_tag ct ON ct.tag_id = t.id GROUP BY 1 ORDER BY 1",
  );
  const rows = await listTagRows(sql);
  expect(rows.map(({ id, contactsCount: n }) => ({ id, n })).sort((a, b) => a.id - b.id)).toEqual(counted);
  for (const { contactIds, contactsCount } of rows) expect(contactIds).toHaveLength(contactsCount);
}

describe("counts of tags", () => {
  it("equal what a snapshot has while contacts get and lose tags, are deleted, and two folds run [D-390]", async () => {
    const { database } = test;
    let isOver = false;
    const writer = async (nth: number) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [contactId, tagId] = [1 + ((nth * 17 + round * 7) % 50), 1 + ((nth + round) % 4)];
        const change = round % 3 === 2 ? { added: [], removed: [tagId] } : { added: [tagId], removed: [] };
        await database.transaction((tx) => changeContactTags(tx, contactId, change));
        if (round % 20 === 19) await database.sql.ask("DELETE FROM contact WHERE id = $1", [51 + nth * 2 + (round % 2)]);
      }
    };
    const folder = async () => {
      while (!isOver) await foldTagCounts(database.sql);
    };
    const reader = async () => {
      while (!isOver)
        await database.transaction(async (tx) => {
          await tx.ask("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
          await expectExact(tx);
        });
    };
    const around = [folder(), folder(), reader()];
    await Promise.all(Array.from({ length: WRITERS }, (_, nth) => writer(nth))).finally(() => (isOver = true));
    await Promise.all(around);
    await foldTagCounts(database.sql);
    await expectExact(database.sql);
    expect(await database.sql.ask("SELECT 1 FROM tag_count_delta")).toEqual([]);
  }, 60_000);

  it("stay exact when a tag and contacts are deleted [TAG-003]", async () => {
    const { sql } = test.database;
    await sql.ask("INSERT INTO contact_tag SELECT c.id, t.id FROM contact c, tag t ON CONFLICT DO NOTHING");
    await expectExact(sql);
    await sql.ask("DELETE FROM tag WHERE id = 2");
    await sql.ask("DELETE FROM contact WHERE id % 3 = 0");
    await expectExact(sql);
    await foldTagCounts(sql);
    await expectExact(sql);
  });
});
