import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { changedSince, planTests, sinceLines } from "./since.mjs";

/** A small repository in the product's form: a domain, a room behind its door, an api with a root and two stories. */
const FILES = {
  "packages/domain/src/money/index.ts": 'export { add } from "./add.js";\nexport { round } from "./round.js";\n',
  "packages/domain/src/money/add.ts": "export const add = (a: number, b: number) => a + b;\n",
  "packages/domain/src/money/round.ts": 'import { add } from "./add.js";\nexport const round = (a: number) => Math.round(add(a, 0));\n',
  "packages/domain/src/money/round.test.ts": 'import { round } from "./round.js";\n',
  "packages/domain/src/other/other.test.ts": 'import { add } from "@balcao/domain/money";\n',
  "packages/application/src/inbox/bills/index.ts": 'export { payBill } from "./payBill.js";\nexport type { Bill } from "./bill.js";\n',
  "packages/application/src/inbox/bills/bill.ts": "export interface Bill {}\n",
  "packages/application/src/inbox/bills/payBill.ts":
    'import { round } from "@balcao/domain/money";\nexport const payBill = () => round(1);\n',
  "apps/api/src/composition.ts": 'import { payBill } from "@balcao/application/inbox/bills";\nexport const compose = () => payBill;\n',
  "apps/api/src/stories/bills.story.test.ts": 'import { compose } from "../composition.js";\nit("pays a bill", compose);\n',
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [
      `apps/api/src/stories/far${index}.story.test.ts`,
      'import { compose } from "../composition.js";\n',
    ]),
  ),
  "apps/api/src/stories/program.story.test.ts": 'run("../../../../scripts/tool.mjs");\nread("words.txt");\n',
  "scripts/tool.mjs": 'import { part } from "./part.mjs";\n',
  "scripts/part.mjs": "export const part = 1;\n",
  "scripts/checks/docs.test.mjs": "",
  "docs/README.md": "",
  "samples/words.txt": "",
  "samples/unknown.bin": "",
  "packages/database/schema.sql": "",
  "apps/web/src/features/bills/BillPage.tsx": "export const BillPage = () => null;\n",
  "e2e/bills.spec.ts": 'test("bill", () => page);\n',
  "e2e/zebra.spec.ts": 'test("zebra", () => zebra);\n',
};

let root;
const git = (...args) => spawnSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...args], { cwd: root });
const write = (file, text) => {
  fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};
const plan = (...changed) => planTests(root, changed);
const named = ({ tests }) => tests.filter((file) => !file.startsWith("scripts/checks/")).map((file) => path.basename(file).split(".")[0]);

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-since-"));
  for (const [file, text] of Object.entries(FILES)) write(file, text);
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

describe("the tests that a change can reach", () => {
  it("follows imports, and through a door only the names that are taken", () => {
    expect(named(plan("packages/domain/src/money/round.ts"))).toEqual(expect.arrayContaining(["round"]));
    expect(named(plan("packages/domain/src/money/round.ts"))).not.toContain("other");
    expect(named(plan("packages/domain/src/money/add.ts"))).toEqual(expect.arrayContaining(["round", "other"]));
  });

  it("takes the closest of the stories that only the whole api brings to it, and counts the others", () => {
    const { leftOut } = plan("packages/application/src/inbox/bills/payBill.ts");
    expect(named(plan("packages/application/src/inbox/bills/payBill.ts"))).toEqual(["bills", "far0", "far1", "far2", "far3"]);
    expect(leftOut).toBe(5);
    // A change of the root itself is near to every story.
    expect(named(plan("apps/api/src/composition.ts"))).toHaveLength(10);
  });

  it("follows a program that is run by its path, and a file that a test names", () => {
    expect(named(plan("scripts/part.mjs"))).toEqual(["program"]);
    expect(named(plan("samples/words.txt"))).toEqual(["program"]);
    expect(named(plan("docs/README.md"))).toEqual([]);
    expect(plan("docs/README.md").tests).toEqual(["scripts/checks/docs.test.mjs"]);
  });

  it("runs all tests when a file cannot be narrowed, and says which", () => {
    for (const file of ["packages/database/schema.sql", "packages/domain/package.json", "samples/unknown.bin"]) {
      const whole = plan(file, "packages/domain/src/money/add.ts");
      expect(whole.tests).toBeNull();
      expect(sinceLines("main", [file], whole)[0]).toContain(file);
    }
  });

  it("names browser tests that fit a change of the page, and of no other change", () => {
    expect(plan("apps/web/src/features/bills/BillPage.tsx").specs[0]).toBe("e2e/bills.spec.ts");
    expect(plan("e2e/zebra.spec.ts").specs).toEqual(["e2e/zebra.spec.ts"]);
    expect(plan("packages/domain/src/money/add.ts").specs).toEqual([]);
  });

  it("compares with a commit, counts files that git does not know yet and leaves out what was deleted", () => {
    write("packages/domain/src/money/add.ts", "export const add = 1;\n");
    write("scripts/new.mjs", "");
    fs.rmSync(path.join(root, "samples/unknown.bin"));
    expect(changedSince(root, "HEAD")).toEqual(["packages/domain/src/money/add.ts", "scripts/new.mjs"]);
    expect(() => changedSince(root, "nowhere")).toThrow("git rev-parse");
  });
});
