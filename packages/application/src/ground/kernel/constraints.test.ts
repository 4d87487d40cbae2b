import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { INTERNAL_CONSTRAINTS, REFUSED_CONSTRAINTS } from "./constraints.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe("the unique indexes of the database", () => {
  it("each have an error for people, or cannot be violated by a request", async () => {
    const rows = await test.database.sql.ask<{ name: string }>(
      `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE i.indisunique AND NOT i.indisprimary AND n.nspname = 'public'
         AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid) ORDER BY 1`,
    );
    const known = [...INTERNAL_CONSTRAINTS, ...REFUSED_CONSTRAINTS].sort();
    expect(rows.map(({ name }) => name).sort()).toEqual(known);
  });
});
