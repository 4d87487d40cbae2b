import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import tseslint from "typescript-eslint";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CONFIG = path.join(ROOT, ".oxlintrc.json");

/** Rules of typescript-eslint's strictest set that are not held, each for the reason that docs/adr/0035-two-linters.md has. */
const LEFT_OUT = [
  "no-unnecessary-condition",
  "no-unnecessary-type-parameters",
  "unbound-method",
  "require-await",
  "no-confusing-void-expression",
  "no-misused-spread",
  "no-generated-empty-object-type",
  "no-unsafe-class-instance-assignment",
  "no-unsafe-enum-assignment",
];

describe("the rules that need types", () => {
  it("are those of typescript-eslint's strictest set, and one more", () => {
    const strict = Object.keys(Object.assign({}, ...tseslint.configs.strictTypeChecked.map(({ rules }) => rules)))
      .filter((name) => name.startsWith("@typescript-eslint/"))
      .map((name) => name.replace("@typescript-eslint/", ""))
      .filter((name) => tseslint.plugin.rules[name].meta.docs.requiresTypeChecking);
    expect(strict.length).toBeGreaterThan(40);
    const wanted = [...strict.filter((name) => !LEFT_OUT.includes(name)), "switch-exhaustiveness-check"];
    const { rules } = JSON.parse(fs.readFileSync(CONFIG, "utf8"));
    const held = Object.entries(rules).map(([name, setting]) => [name.replace("typescript/", ""), [setting].flat()[0]]);
    expect(new Map(held)).toEqual(new Map(wanted.map((name) => [name, "error"])));
  });

  describe("in files that break them", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-lint-"));
    afterAll(() => fs.rmSync(folder, { recursive: true }));

    const FILES = [
      "e2e/shell.spec.ts",
      "e2e/support/page.ts",
      "apps/api/src/auth.story.test.ts",
      "packages/domain/src/settings/settings.ts",
    ];
    const reports = () => {
      fs.copyFileSync(CONFIG, path.join(folder, ".oxlintrc.json"));
      fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true, target: "es2023" } }));
      for (const file of FILES) {
        fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        fs.writeFileSync(
          path.join(folder, file),
          "export async function run(): Promise<void> {}\nexport function start(): void {\n  run();\n}\nexport const read = (text: string): string => JSON.parse(text);\n",
        );
      }
      const args = [path.join(ROOT, "node_modules/oxlint/bin/oxlint"), "--type-aware", "--format=unix"];
      // oxlint looks for it in the folder that it judges and in PATH.
      const env = { ...process.env, OXLINT_TSGOLINT_PATH: path.join(ROOT, "node_modules/.bin/tsgolint") };
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env });
      // What oxlint prints where it could not look at the files tells why.
      if (status !== 1 || !stdout.includes("problems")) throw new Error(`oxlint ended with ${status}: ${stdout}${stderr}`);
      return stdout
        .split("\n")
        .map((line) => /^(\S+?):\d.*\/typescript\(([\w-]+)\)\]$/.exec(line)?.slice(1))
        .filter(Boolean);
    };

    it("report a promise that nobody awaits everywhere, and a value without a type outside of tests [S-26]", () => {
      const expected = [...FILES.map((file) => [file, "no-floating-promises"]), [FILES[3], "no-unsafe-return"]];
      expect(reports().sort()).toEqual(expected.sort());
    });
  });
});
