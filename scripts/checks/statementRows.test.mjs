import path from "node:path";
import { pathToFileURL } from "node:url";
import { compareRow, compareValues } from "./statementRows/compare.mjs";
import { describeAll, readColumns, readTypes } from "./statementRows/describe.mjs";
import { readSources } from "./statementRows/rowTypes.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const load = (file) => import(pathToFileURL(path.resolve(ROOT, file)).href);

/** What the comparison cannot see, with the reason. */
const KNOWN = {
  "outbox_insert id: may be null, and the row says that it is not": "it is the id of the message that the same statement stores",
};

describe("prepared statements", () => {
  it("take and answer what the types of their values and rows say, nullability included", async () => {
    const { createTestDatabase } = await load("packages/testing/src/database/index.ts");
    const test = await createTestDatabase();
    const { files, declared, runs } = readSources(path.join(ROOT, "packages/database/src"));
    await Promise.all(files.map(load));
    const { statements } = await load("packages/database/src/sql/statement.ts");
    // Those of other tests in this process are not in the sources.
    const all = [...statements.values()].filter(({ name }) => !name.startsWith("test_"));
    const { sql } = test.database;
    const [types, columnOf, described] = await Promise.all([
      readTypes(sql),
      readColumns(sql),
      describeAll(
        test.url,
        all.map(({ text }) => text),
      ),
    ]);
    await test.close();

    const tally = { columns: 0, unknown: 0 };
    const differences = all.flatMap(({ name, text }, index) => {
      const of = declared.filter(
        (each) => each.name === name || (each.pattern?.test(name) && !declared.some((other) => other.name === name)),
      );
      if (of.length !== 1) return [`${name} is declared ${of.length} times`];
      const answer = described[index];
      if (answer.error) return [`${name}: ${answer.error}`];
      const rows = compareRow({ text, described: answer, fields: of[0].fields, columnOf, types }, tally);
      const values = runs
        .filter((run) => run.name === name)
        .flatMap((run) => compareValues({ described: answer, values: run.values, types }));
      return [...rows, ...values].map((said) => `${name} ${said}`);
    });
    expect(differences.sort()).toEqual(Object.keys(KNOWN));
    // Computed columns, outer joins and conditions leave some nullability open; a test that sees less than this is blind.
    expect(all.length).toBeGreaterThan(500);
    expect(runs.length).toBeGreaterThan(450);
    expect(tally.unknown / tally.columns).toBeLessThan(0.4);
  });
});
