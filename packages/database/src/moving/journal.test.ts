import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { statements } from "../sql/statement.js";
import "./index.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe("what an import looks up for a batch", () => {
  it.each([
    ["moving_items", "int, text, text[]", "1, 'contacts', '{1,2}'"],
    ["moving_contact_addresses", "text, int[], text[]", "'lid', '{1}', '{1,2}'"],
  ])("%s is found key by key, by a plan that was made while the table was empty", async (name, types, values) => {
    const text = statements.get(name)?.text ?? "";
    const plan = await test.database.transaction(async (tx) => {
      await tx.ask(`PREPARE ${name}_planned (${types}) AS ${text}`);
      return tx.ask<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE ${name}_planned (${values})`);
    });
    const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
    expect(lines).toMatch(/Index Cond: .*(?:key|value) = asked\.(?:key|value)/);
    // A list that is compared with each row costs batch times table.
    expect(lines).not.toContain("Seq Scan");
  });
});
