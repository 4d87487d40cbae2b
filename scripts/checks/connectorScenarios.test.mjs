import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = { conformance: "packages/gateways/src/conformance", stories: "apps/api/src/stories" };
const ENDINGS = [".story.test.ts", ".test.ts", ".ts"];

const rows = fs
  .readFileSync(path.join(ROOT, "docs/spec/connectorScenarios.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| \d+ \|/.test(line));

/** The titles that a row quotes, each with the file that must have it. */
function quoted(row) {
  return row.split(" · ").flatMap((part) => {
    const file = /`(conformance|stories)\/(\w+)`/.exec(part);
    return file ? [...part.matchAll(/"([^"]+)"/g)].map(([, title]) => ({ folder: FOLDERS[file[1]], name: file[2], title })) : [];
  });
}

describe("the acceptance scenarios of the connectors", () => {
  it("are twenty, each with tests", () => {
    expect(rows).toHaveLength(20);
    for (const row of rows) expect(quoted(row).length).toBeGreaterThan(0);
  });

  it("quote titles of existing tests", () => {
    for (const { folder, name, title } of rows.flatMap(quoted)) {
      const file = ENDINGS.map((ending) => path.join(ROOT, folder, name + ending)).find((each) => fs.existsSync(each));
      expect({ name, exists: file !== undefined }).toEqual({ name, exists: true });
      expect({ name, title, found: fs.readFileSync(file, "utf8").includes(title) }).toEqual({ name, title, found: true });
    }
  });
});
