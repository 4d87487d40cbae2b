import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { MIGRATIONS, runMigrations } from "./index.js";
import { lossesBetween, readShape, type SchemaShape } from "./schemaLosses.fixture.js";

let test: TestDatabase;
const ask = (text: string) => test.database.sql.ask(text);
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe("migrations", () => {
  it("take away nothing that a process of the version before uses, unless they say so", async () => {
    await ask("DROP SCHEMA public CASCADE");
    await ask("CREATE SCHEMA public");
    let before: SchemaShape = { columns: [], checks: [], functions: [] };
    for (const [index, { name, contracts }] of MIGRATIONS.entries()) {
      await runMigrations(test.url, { only: MIGRATIONS.slice(0, index + 1).map((each) => each.name) });
      const after = await readShape(test.database.sql);
      expect([name, lossesBetween(before, after)]).toEqual([name, contracts ?? []]);
      before = after;
    }
  }, 60_000);

  it.each([
    ["ALTER TABLE tag DROP COLUMN color", ["column tag.color"]],
    ["ALTER TABLE tag RENAME COLUMN color TO colour", ["column tag.color", "not null tag.colour"]],
    ["ALTER TABLE setting RENAME TO option", ["table setting"]],
    ["DROP TABLE contact_tag", ["table contact_tag"]],
    ["DROP FUNCTION take_lanes(int, int, int)", ["function take_lanes(integer,integer,integer)"]],
    ["ALTER TABLE contact ALTER COLUMN number SET NOT NULL", ["not null contact.number"]],
    ["ALTER TABLE tag ALTER COLUMN name TYPE varchar(20)", ["check tag.tag_name_check", "type tag.name"]],
    ["ALTER TABLE tag ADD COLUMN kind text NOT NULL", ["not null tag.kind"]],
    ["ALTER TABLE tag ADD COLUMN kind text NOT NULL DEFAULT 'a' CHECK (kind IN ('a', 'b'))", []],
    ["ALTER TABLE tag ADD CONSTRAINT short CHECK (length(name) < 20)", ["check tag.short"]],
    ["ALTER TABLE tag ADD COLUMN kind text; CREATE TABLE other (id int NOT NULL CHECK (id > 1))", []],
  ])("such as %s are found", async (text, losses) => {
    const { database } = test;
    const before = await readShape(database.sql);
    const undone = new Error("undone");
    const found: string[] = [];
    const trial = database.transaction(async (tx) => {
      for (const each of text.split("; ")) await tx.ask(each);
      found.push(...lossesBetween(before, await readShape(tx)));
      throw undone;
    });
    await expect(trial).rejects.toBe(undone);
    expect(found).toEqual(losses);
  });

  it("may widen the list of a check, and not narrow it", async () => {
    const { database } = test;
    const undone = new Error("undone");
    const check = (words: string) => `CHECK (kind IN (${words}))`;
    const trial = database.transaction(async (tx) => {
      await tx.ask(`CREATE TABLE thing (kind text CONSTRAINT kinds ${check("'a', 'b'")})`);
      const before = await readShape(tx);
      const change = (words: string) => tx.ask(`ALTER TABLE thing DROP CONSTRAINT kinds, ADD CONSTRAINT kinds ${check(words)}`);
      await change("'a', 'b', 'c'");
      expect(lossesBetween(before, await readShape(tx))).toEqual([]);
      await change("'a', 'c'");
      expect(lossesBetween(before, await readShape(tx))).toEqual(["check thing.kinds"]);
      throw undone;
    });
    await expect(trial).rejects.toBe(undone);
  });
});
