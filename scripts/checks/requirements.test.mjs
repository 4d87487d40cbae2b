import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { drawSample, findNamed, listUnnamed, readRequirements, toTable } from "../../tools/requirements.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const requirements = readRequirements("# Title\n\n- DEMO-001 · One. [web] (I1)\n- DEMO-002 · Two.\n- OTHER-001 · Three.\n- not one\n");

let folder;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-requirements-"));
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  write(
    "a/one.test.ts",
    'it("does it [DEMO-001, OTHER-001]", run);\nit("does it twice [DEMO-001]", run);\nit("knows no such id [DEMO-009]", run);\n',
  );
  write("a/skipped.test.ts", 'it.skip("later [DEMO-002]", run);\nxit("later [DEMO-002]", run);\n// it("was [DEMO-002]", run);\n');
  write("a/source.ts", 'const title = "no test [DEMO-002]";\n');
  write("dist/one.test.js", 'it("built [DEMO-002]", run);\n');
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("the requirements tool", () => {
  it("finds the tests that name a requirement, and no comment, skipped test, source or build", () => {
    expect(findNamed(folder, requirements)).toEqual(
      new Map([
        ["DEMO-001", ["a/one.test.ts:1", "a/one.test.ts:2"]],
        ["OTHER-001", ["a/one.test.ts:1"]],
      ]),
    );
  });

  it("counts by group and lists what nothing names", () => {
    const named = findNamed(folder, requirements);
    expect(toTable(requirements, named)).toEqual(["DEMO       1 / 2", "OTHER      1 / 1", "all        2 / 3"]);
    expect(listUnnamed(requirements, named)).toEqual(["DEMO-002 · Two."]);
    expect(listUnnamed(requirements, named, "other")).toEqual([]);
  });

  it("draws the same sample for the same seed", () => {
    const named = findNamed(folder, requirements);
    expect(drawSample(requirements, named, 1, "a")).toEqual(drawSample(requirements, named, 1, "a"));
    expect(new Set(["a", "b", "c", "d", "e", "f"].map((seed) => drawSample(requirements, named, 1, seed)[0])).size).toBe(2);
    expect(drawSample(requirements, named, 5, "a").join("\n")).toContain(
      "DEMO-001 · One. [web] (I1)\n    a/one.test.ts:1  a/one.test.ts:2",
    );
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
