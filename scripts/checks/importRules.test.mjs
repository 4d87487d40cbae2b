import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const CRUISER = path.join(ROOT, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");
const CONFIG = path.join(ROOT, ".dependency-cruiser.mjs");

/** Planted imports: the file, its target, and the rule that must report it; null for an allowed import. */
const PLANTED = [
  ["packages/domain/src/a/wrong.ts", "@balcao/platform/ids", "layer-packages-domain"],
  ["packages/platform/src/a/wrong.ts", "@balcao/domain/tickets", "layer-packages-platform"],
  ["packages/contracts/src/a/wrong.ts", "@balcao/platform/ids", "layer-packages-contracts"],
  ["packages/database/src/a/wrong.ts", "@balcao/contracts/views", "layer-packages-database"],
  ["packages/gateways/src/a/wrong.ts", "@balcao/database/models", "layer-packages-gateways"],
  ["packages/application/src/a/wrong.ts", "@balcao/gateways/meow", "layer-packages-application"],
  ["packages/application/src/a/right.ts", "@balcao/gateways/port", null],
  ["packages/simulators/src/a/wrong.ts", "@balcao/domain/tickets", "layer-packages-simulators"],
  ["apps/api/src/a/wrong.ts", "@balcao/database/models", "layer-apps-api"],
  ["apps/api/src/b/wrong.ts", "@balcao/gateways/meow", "layer-apps-api"],
  ["apps/api/src/a/right.ts", "@balcao/gateways/intake", null],
  ["apps/worker/src/a/wrong.ts", "@balcao/database/models", "layer-apps-worker"],
  ["apps/worker/src/a/right.ts", "@balcao/gateways/meow", null],
  ["apps/web/src/features/a/wrong.ts", "@balcao/application/inbox/tickets", "layer-apps-web"],
  ["packages/application/src/inbox/a/inner.ts", "../tickets/inside.js", "application-rooms-by-front-door"],
  ["packages/application/src/ground/a/above.ts", "../../inbox/tickets/index.js", "wing-ground"],
  ["packages/application/src/inbox/a/above.ts", "../../numbers/b/index.js", "wing-inbox"],
  ["packages/application/src/numbers/a/beside.ts", "../../people/b/index.js", "wing-numbers"],
  ["packages/application/src/campaigns/a/above.ts", "../../company/b/index.js", "wing-campaigns"],
  ["packages/application/src/company/a/above.ts", "../../roof/b/index.js", "wing-company"],
  ["packages/application/src/people/a/beside.ts", "../../numbers/b/index.js", "wing-people"],
  ["packages/application/src/people/a/below.ts", "../../inbox/tickets/index.js", null],
  ["packages/application/src/inbox/a/front.ts", "../tickets/index.js", null],
  ["apps/web/src/features/a/inner.ts", "../b/inside", "web-features-by-front-door"],
  ["apps/web/src/features/a/front.ts", "../b", null],
  ["apps/web/src/app/page.ts", "../features/b/WholePage", null],
  ["apps/web/src/app/inner.ts", "../features/b/inside", "web-shell-by-front-door"],
  ["packages/gateways/src/meow/wrong.ts", "../baileys/index.js", "adapters-do-not-meet"],
  ["packages/gateways/src/meow/right.ts", "../port/index.js", null],
  ["packages/gateways/src/intake/wrong.ts", "../meow/index.js", "intake-by-the-pure-door"],
  ["packages/gateways/src/intake/right.ts", "../meow/toIntake.js", null],
  ["packages/gateways/src/meow/toIntake.ts", "../transport/index.js", "intake-doors-are-pure"],
  ["packages/gateways/src/protocol/wrong.ts", "../baileys/index.js", "protocol-knows-no-adapter"],
  ["packages/domain/src/a/testing.ts", "@balcao/testing/database", "only-tests-import-testing"],
  ["packages/domain/src/a/some.test.ts", "@balcao/testing/database", null],
  ["apps/worker/src/a/simulated.ts", "@balcao/simulators/wuzapi", "only-testing-imports-simulators"],
  ["packages/testing/src/a/simulated.ts", "@balcao/simulators/wuzapi", null],
  ["packages/gateways/src/meow/conform.ts", "../conformance/index.js", "only-tests-import-conformance"],
  ["apps/api/src/a/bull.ts", "bull", "bull-in-the-worker-only"],
  ["apps/api/src/a/sql.ts", "sequelize", "no-sequelize-outside"],
  ["packages/domain/src/a/built.ts", "../../dist/tickets/index.js", "nothing-from-dist"],
  ["packages/domain/src/a/nowhere.ts", "./absent.js", "not-resolvable"],
  ["packages/domain/src/a/circle.ts", "./circleBack.js", "no-cycles"],
];

/** The files that the planted ones import: doors and inner files. */
const DOORS = {
  "packages/domain": ["tickets"],
  "packages/platform": ["ids"],
  "packages/contracts": ["views"],
  "packages/database": ["models"],
  "packages/gateways": ["meow", "baileys", "port", "intake", "transport", "conformance"],
  "packages/application": ["inbox/tickets", "people/b", "numbers/b", "company/b", "roof/b"],
  "packages/testing": ["database"],
  "packages/simulators": ["wuzapi"],
};

let folder;
let violations;

function write(file, text) {
  const target = path.join(folder, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

/** Writes a workspace of the same structure: our packages with their real exports, and empty packages for foreign ones. */
function plantWorkspace() {
  for (const [home, doors] of Object.entries(DOORS)) {
    fs.mkdirSync(path.join(folder, home), { recursive: true });
    fs.copyFileSync(path.join(ROOT, home, "package.json"), path.join(folder, home, "package.json"));
    for (const door of doors) write(`${home}/src/${door}/index.ts`, "export const door = 1;\n");
    fs.mkdirSync(path.join(folder, "node_modules/@balcao"), { recursive: true });
    fs.symlinkSync(path.join(folder, home), path.join(folder, "node_modules/@balcao", path.basename(home)));
  }
  for (const name of ["bull", "sequelize"]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
    write(`node_modules/${name}/index.js`, "module.exports = {};\n");
  }
  write("packages/application/src/inbox/tickets/inside.ts", "export const inside = 1;\n");
  write("apps/web/src/features/b/inside.ts", "export const inside = 1;\n");
  write("apps/web/src/features/b/index.ts", 'export { inside } from "./inside";\n');
  write("apps/web/src/features/b/WholePage.tsx", "export const WholePage = 1;\n");
  write("packages/domain/dist/tickets/index.js", "export const built = 1;\n");
  write("packages/domain/src/a/circleBack.ts", 'import "./circle.js";\n');
  for (const [file, target] of PLANTED) write(file, `import "${target}";\n`);
  // An import of a type is a dependency too.
  write("packages/domain/src/a/typeOnly.ts", 'import type { door } from "@balcao/database/models";\nexport type Door = typeof door;\n');
  for (const name of ["one", "two", "three"]) write(`apps/worker/src/timers/${name}.ts`, 'import "bull";\n');
  write("package.json", '{ "name": "planted", "type": "module" }');
}

beforeAll(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "balcao-imports-")));
  plantWorkspace();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [CRUISER, "--config", CONFIG, "--output-type", "json", "apps/*/src", "packages/*/src"],
    {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (!stdout.startsWith("{")) throw new Error(stderr);
  violations = JSON.parse(stdout).summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));
}, 60_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const rulesSeen = (file) => violations.filter((violation) => violation.from === file).map((violation) => violation.rule);

describe("the import rules", () => {
  it.each(PLANTED.filter(([, , rule]) => rule !== null))("report %s → %s as %s", (file, _target, rule) => {
    expect(rulesSeen(file)).toContain(rule);
  });

  it.each(PLANTED.filter(([, , rule]) => rule === null))("allow %s → %s", (file) => {
    expect(rulesSeen(file)).toEqual([]);
  });

  it("see imports of types as well", () => {
    expect(rulesSeen("packages/domain/src/a/typeOnly.ts")).toContain("layer-packages-domain");
  });

  it("report Bull in a third file of the worker", () => {
    expect(violations.filter(({ rule }) => rule === "bull-in-two-files")).not.toEqual([]);
  });

  it("have a planted violation for each rule", async () => {
    const { default: config } = await import("../../.dependency-cruiser.mjs");
    const seen = new Set(violations.map(({ rule }) => rule));
    expect(config.forbidden.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });
});
