import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { drawSample, findNamed, listUnnamed, readRequirements, toTable } from "../../tools/requirements.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const requirements = readRequirements(
  "# Title\n\n- DEMO-001 · One. [web] (I1)\n- DEMO-002 · Two.\n- DEMO-003 · Three. [worker]\n- OTHER-001 · Four. [web+api]\n- not one\n",
);

let folder;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-requirements-"));
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  write(
    "apps/web/src/one.test.ts",
    'it("does it [DEMO-001, OTHER-001]", run);\nit("does it twice [D-028, DEMO-001]", run);\nit("knows no such id [DEMO-009]", run);\n',
  );
  write("apps/api/src/row.story.test.ts", 'it("does all of it [DEMO-001…003, S-07]", async () => {\n');
  write("apps/api/src/server.test.ts", 'it("answers [DEMO-001, DEMO-003]", run);\n');
  write("packages/a/src/pages.reducer.test.ts", 'it("folds [DEMO-001]", run);\n');
  write(
    "apps/api/src/skipped.test.ts",
    'it.skip("later [OTHER-001]", run);\nxit("later [OTHER-001]", run);\n// it("was [OTHER-001]", run);\n',
  );
  write("apps/api/src/empty.test.ts", 'it("empty [OTHER-001]", () => {});\nit("empty [OTHER-001]", async () => undefined);\n');
  write("apps/api/src/source.ts", 'const title = "no test [OTHER-001]";\n');
  write("dist/one.test.js", 'it("built [OTHER-001]", run);\n');
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("the requirements tool", () => {
  it("finds the tests that name a requirement, and no comment, skipped or empty test, source or build", () => {
    expect(findNamed(folder, requirements).get("OTHER-001")).toEqual(["apps/web/src/one.test.ts:1"]);
  });

  it("reads rows of ids, and decisions among the requirements", () => {
    const named = findNamed(folder, requirements);
    expect(named.get("DEMO-002")).toEqual(["apps/api/src/row.story.test.ts:1"]);
    expect(named.get("DEMO-001")).toContain("apps/web/src/one.test.ts:2");
    expect([...named.keys()].sort()).toEqual(["DEMO-001", "DEMO-002", "DEMO-003", "OTHER-001"]);
  });

  it("counts tests of [web] requirements only where the browser's code runs, and of [worker] ones only where a worker does", () => {
    const named = findNamed(folder, requirements);
    expect([...named.get("DEMO-001")].sort()).toEqual([
      "apps/web/src/one.test.ts:1",
      "apps/web/src/one.test.ts:2",
      "packages/a/src/pages.reducer.test.ts:1",
    ]);
    expect(named.get("DEMO-003")).toEqual(["apps/api/src/row.story.test.ts:1"]);
  });

  it("counts by group and lists requirements without a test", () => {
    const named = new Map([
      ["DEMO-001", ["a:1"]],
      ["OTHER-001", ["a:1"]],
    ]);
    expect(toTable(requirements, named)).toEqual(["DEMO       1 / 3", "OTHER      1 / 1", "all        2 / 4"]);
    expect(listUnnamed(requirements, named)).toEqual(["DEMO-002 · Two.", "DEMO-003 · Three. [worker]"]);
    expect(listUnnamed(requirements, named, "other")).toEqual([]);
  });

  it("draws the same sample for the same seed", () => {
    const named = findNamed(folder, requirements);
    expect(drawSample(requirements, named, 1, "a")).toEqual(drawSample(requirements, named, 1, "a"));
    expect(new Set(["a", "b", "c", "d", "e", "f"].map((seed) => drawSample(requirements, named, 1, seed)[0])).size).toBeGreaterThan(1);
    expect(drawSample(requirements, named, 5, "a").join("\n")).toContain("DEMO-002 · Two.\n    apps/api/src/row.story.test.ts:1");
  });

  it("reads the project's own requirements", () => {
    const call = (...args) =>
      execFileSync(process.execPath, [path.join(root, "tools/requirements.mjs"), ...args], { encoding: "utf8", stdio: "pipe" });
    expect(call()).toMatch(/^TICKET +\d+ \/ \d+$/m);
    expect(call("--sample", "2", "--seed", "x").trim().split("\n")).toHaveLength(4);
    expect(() => call("--sample")).toThrow("Usage");
    expect(() => call("NOSUCH")).toThrow("Usage");
  });
});
