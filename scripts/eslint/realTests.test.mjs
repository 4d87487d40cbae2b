import path from "node:path";
import { ESLint, Linter } from "eslint";
import { realTests } from "./realTests.mjs";

const linter = new Linter();
const lint = (code) =>
  linter
    .verify(code, { plugins: { balcao: { rules: { real: realTests } } }, rules: { "balcao/real": "error" } })
    .map((message) => message.messageId ?? message.message);

const ROOT = path.resolve(import.meta.dirname, "../..");
const ERROR = 2;

describe("the rules for tests", () => {
  it.each([
    "e2e/shell.spec.ts",
    "e2e/support/linkedConnection.ts",
    "apps/api/src/auth.story.test.ts",
    "packages/domain/src/settings/settings.test.ts",
  ])("hold in %s: a test that is not real is an error", async (file) => {
    const { rules } = await new ESLint({ cwd: ROOT }).calculateConfigForFile(file);
    expect(rules["balcao/real-tests"]?.[0]).toBe(ERROR);
  });
});

describe("the rule that tests are real", () => {
  it.each([
    ['it.only("works", () => { expect(1).toBe(1); });', "switched"],
    ['test.skip("works", async () => { await run(); });', "switched"],
    ['describe.skip("all", () => { run(); });', "switched"],
    ['test.describe.only("all", () => { run(); });', "switched"],
    ['it.only.each([1])("works", (n) => { run(n); });', "switched"],
    ['it.todo("works");', "switched"],
    ['test.fixme("works", () => { run(); });', "switched"],
    ['xit("works", () => { run(); });', "switched"],
    ['fdescribe("all", () => { run(); });', "switched"],
    ['it("works", () => {});', "empty"],
    ['it("works", async () => undefined);', "empty"],
    ['it.each([1])("works", () => {});', "empty"],
    ['it("works", () => { expect(page); });', "bare"],
    ['it("works", async () => { await expect(page); });', "bare"],
  ])("reports %s", (code, messageId) => expect(lint(code)).toEqual([messageId]));

  it.each([
    'it("works", () => expect(run()).toBe(1));',
    'it("works", async () => { await expect(page).toBeVisible(); });',
    'test("works", async ({ page }) => { await test.step("first", () => page.goto("/")); });',
    'it.each([1])("works", (n) => { expect(n).toBe(1); });',
    "list.filter(only).skip(2);",
    "cursor.skip(() => {});",
  ])("lets %s be", (code) => expect(lint(code)).toEqual([]));
});
