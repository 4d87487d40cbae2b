import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { BUILT, installArguments } from "./builtArchive.mjs";
import { createProgress } from "./progress.mjs";
import { prepare } from "./prepare.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");

describe("the built archive of a release", () => {
  let folder;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-built-"))));
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it("is installed without the tools that build, a checkout with them", () => {
    expect(installArguments(folder)).not.toContain("--prod");
    fs.writeFileSync(path.join(folder, BUILT), "1.0.0 abc\n");
    expect(installArguments(folder)).toContain("--prod");
  });

  it("builds nothing, even where no package could be built", async () => {
    for (const name of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) fs.writeFileSync(path.join(folder, name), "");
    fs.writeFileSync(path.join(folder, BUILT), "1.0.0 abc\n");
    const { installStamp } = await import("./prepare.mjs");
    fs.mkdirSync(path.join(folder, "node_modules"));
    fs.writeFileSync(path.join(folder, "node_modules", ".balcao-installed"), installStamp(folder));
    await prepare(folder, { progress: createProgress(), signal: new AbortController().signal });
    expect(fs.existsSync(path.join(folder, ".turbo", "built"))).toBe(false);
  });

  it("has the packages at hand that the launcher itself loads", () => {
    const { dependencies } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
    const folders = ["scripts/infra", "scripts/launcher"];
    const files = folders.flatMap((each) => fs.readdirSync(path.join(ROOT, each)).map((name) => path.join(ROOT, each, name)));
    const loaded = files
      .filter((file) => /(?<!\.test)\.mjs$/.test(file))
      .flatMap((file) => [...fs.readFileSync(file, "utf8").matchAll(/ from "([a-z@][^:"]*)";/g)]);
    expect([...new Set(loaded.map(([, name]) => name))].filter((name) => !(name in dependencies))).toEqual([]);
  });
});
