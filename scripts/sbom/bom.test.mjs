import fs from "node:fs";
import path from "node:path";
import { toBom } from "./bom.mjs";
import { readLicences } from "./licences.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const manifest = (file) => JSON.parse(read(file));

describe("the bill of materials", () => {
  const bom = toBom(read("pnpm-lock.yaml"), manifest("package.json"));
  const named = (name) => bom.components.filter((each) => each.name === name);

  it("names every package of the lockfile once, with its address and its digest", () => {
    const keys = read("pnpm-lock.yaml")
      .split("\npackages:\n")[1]
      .split("\nsnapshots:\n")[0]
      .match(/^ {2}\S.*:$/gm);
    expect(new Set(bom.components.map(({ purl }) => purl)).size).toBe(keys.length);
    expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5", metadata: { component: { name: "balcao" } } });
    for (const { hashes } of bom.components)
      expect(hashes).toEqual([{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    expect(named("@koa/router")[0].purl).toMatch(/^pkg:npm\/%40koa\/router@\d/);
  });

  it("has the licence that an installed package states", () => {
    const known = toBom(read("pnpm-lock.yaml"), manifest("package.json"), readLicences(ROOT));
    const licencesOf = (name) => known.components.find((each) => each.name === name)?.licenses;
    expect(licencesOf("pg")).toEqual([{ expression: "MIT" }]);
    expect(licencesOf("@aws-sdk/client-s3")).toEqual([{ expression: "Apache-2.0" }]);
    const others = /[-/](darwin|linux|win32|android|freebsd|aix|sunos|netbsd|openbsd|wasm32|webcontainers)/;
    const silent = known.components.filter(({ name, scope, licenses }) => scope === "required" && !licenses && !others.test(name));
    // One is for other systems, the other has its licence in its text alone.
    expect(silent.map(({ name }) => name)).toEqual(["@emnapi/runtime", "png-js"]);
  });

  it("tells what runs from what only builds and tests need", () => {
    for (const program of ["apps/api", "apps/worker", "apps/web", "packages/platform", "packages/gateways"])
      for (const name of Object.keys(manifest(`${program}/package.json`).dependencies).filter((each) => !each.startsWith("@balcao/")))
        expect([name, ...(named(name)[0] ? named(name) : named("@e965/xlsx")).map(({ scope }) => scope)]).toContain("required");
    for (const name of ["jest", "eslint", "@playwright/test", "@20minutes/s3rver"]) expect(named(name)[0].scope).toBe("excluded");
    // Of a package of a package.
    expect(named("pg-protocol")[0].scope).toBe("required");
  });
});
