import { createTestDatabase, vacuum, type TestDatabase } from "@balcao/testing/database";
import { seeded } from "@balcao/testing/random";
import { searchContacts } from "./index.js";

const CONTACTS = 6_000;
/** The buffers of contacts and their indexes that the transaction has read. */
const READ = `SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::int AS n FROM (
  SELECT 'contact'::regclass AS oid UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid = 'contact'::regclass) AS relation`;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  // One in four is a Silva, at any place of the alphabet and sometimes first; one in five is Zuza, all at its end.
  await test.database.sql.ask(`INSERT INTO contact (name, number, is_group)
    SELECT CASE WHEN g % 40 = 3 THEN 'Silva ' || md5('n' || g) WHEN g % 4 = 3 THEN md5('n' || g) || ' SÍLVA' WHEN g % 5 = 0 THEN 'z' || md5('n' || g) || ' Zuza' ELSE md5('n' || g) || ' Xavier' END,
      '5511' || (900000000 + g), g % 7 = 0 FROM generate_series(1, ${CONTACTS}) AS g`);
  await vacuum(test.database, "contact");
}, 60_000);
afterAll(() => test.close());

const found = async (search: string, includeGroups: boolean, offset: number, limit: number): Promise<number[]> =>
  (await searchContacts(test.database.sql, { search, includeGroups, offset, limit })).map(({ id }) => id);

const byHand = async (search: string, includeGroups: boolean, offset: number, limit: number): Promise<number[]> =>
  (
    await test.database.sql.ask<{ id: number }>(
      `SELECT id FROM contact WHERE strpos(search, search_norm($1)) > 0 AND ($2 OR NOT is_group)
       ORDER BY NOT starts_with(name_key, search_norm($1)), name_key, id OFFSET $3 LIMIT $4`,
      [search, includeGroups, offset, limit],
    )
  ).map(({ id }) => id);

it("shows those whose name begins with the term and then the others by name, wherever they are and on any page", async () => {
  const random = seeded(41);
  const die = (sides: number): number => Math.floor(random() * sides);
  for (const search of ["silva", "Sílva", "zuza", "zu", "a1", "z", "abc", "xavier", "5511900000", "ninguém", "silva 0", "%", "_l", "í"])
    for (let round = 0; round < 8; round++) {
      const page = [search, die(2) === 0, [0, 0, 21, 150, die(2_000)][die(5)] ?? 0, [1, 21, 50][die(3)] ?? 21] as const;
      expect({ page, ids: await found(...page) }).toEqual({ page, ids: await byHand(...page) });
    }
});

it("finds a name of many by walking, and those at the end of the alphabet without walking to it", async () => {
  const buffersOf = (search: string): Promise<[page: number, collected: number]> =>
    test.database.transaction(async (tx) => {
      const soFar = async (): Promise<number> => (await tx.ask<{ n: number }>(READ))[0]?.n ?? 0;
      const collect = () => tx.ask("SELECT ids FROM contacts_containing($1, $1 || '%', true, '', 0, 0, 21)", [search]);
      const look = () => tx.ask("SELECT contacts_page($1, $1, true, 0, 21)", [search]);
      await collect();
      await look();
      const before = await soFar();
      await look();
      const between = await soFar();
      await collect();
      return [between - before, (await soFar()) - between];
    });
  const [silva, silvas] = await buffersOf("lva");
  expect(silva).toBeLessThan(silvas * 0.8);
  const [zuza, zuzas] = await buffersOf("uza");
  expect(zuza).toBeLessThan(zuzas * 2);
});

it("finds texts that are too long for the walk's index, too", async () => {
  await test.database.sql.ask(
    "INSERT INTO contact (name) SELECT '0 ' || string_agg(md5('l' || g), '') || ' silva' FROM generate_series(1, 40) AS g",
  );
  expect(await found("silva", true, 150, 21)).toEqual(await byHand("silva", true, 150, 21));
});
