import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(place);
    else if (/\.tsx?$/.test(entry.name)) yield place;
  }
}

/** Imports of one package by another, each with the package that does it. */
function* crossImports() {
  for (const parent of ["packages", "apps"])
    for (const name of fs.readdirSync(path.join(ROOT, parent))) {
      const home = path.join(ROOT, parent, name);
      const found = new Set();
      for (const file of sources(path.join(home, "src")))
        for (const [, specifier] of fs.readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(@balcao\/[^"]+)"/g)) found.add(specifier);
      for (const specifier of found) yield { home, specifier };
    }
}

/** Run in a process that knows no condition of ours: answers which imports lead to no built code with types. */
const RESOLVE = `
  const { createRequire } = require("node:module");
  const fs = require("node:fs");
  const imports = JSON.parse(fs.readFileSync(0, "utf8"));
  const isLost = ({ home, specifier }) => {
    try {
      const code = createRequire(home + "/package.json").resolve(specifier);
      return !/[\\\\/]dist[\\\\/]/.test(code) || !fs.existsSync(code.replace(/[.]js$/, ".d.ts"));
    } catch {
      return true;
    }
  };
  console.log(JSON.stringify(imports.filter(isLost)));
`;

describe("imports between packages", () => {
  it("lead for every tool to built code and its types, by plain exports", () => {
    const all = [...crossImports()];
    expect(all.length).toBeGreaterThan(100);
    const { NODE_OPTIONS: _ours, ...env } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", RESOLVE], { input: JSON.stringify(all), encoding: "utf8", env });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout).map(({ home, specifier }) => `${path.relative(ROOT, home)}: ${specifier}`)).toEqual([]);
  });

  it("are named by the paths of tsconfig.base.json, which tools read that draw or search", () => {
    const { paths } = JSON.parse(fs.readFileSync(path.join(ROOT, "tsconfig.base.json"), "utf8")).compilerOptions;
    const packages = fs
      .readdirSync(path.join(ROOT, "packages"))
      // The nodes of n8n are no TypeScript and nobody here imports them.
      .filter((name) => fs.existsSync(path.join(ROOT, "packages", name, "tsconfig.json")));
    expect(paths).toEqual(Object.fromEntries(packages.map((name) => [`@balcao/${name}/*`, [`./packages/${name}/src/*/index.ts`]])));
  });
});
