import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildStamp } from "./buildStamp.mjs";

let root;
const write = (file, text) => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-stamp-"));
  for (const file of [
    "package.json",
    "pnpm-lock.yaml",
    "tsconfig.base.json",
    "tsconfig.build.json",
    "turbo.json",
    "packages/a/package.json",
  ])
    write(file, "{}");
  write("packages/a/src/index.ts", "one");
  write("packages/a/dist/index.js", "one");
  fs.mkdirSync(path.join(root, "apps"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

describe("the stamp of a build", () => {
  it("stays the same while nothing changes, installed packages aside", () => {
    const before = buildStamp(root);
    write("packages/a/node_modules/b/index.js", "installed");
    expect(buildStamp(root)).toEqual(before);
  });

  it.each(["packages/a/src/index.ts", "packages/a/src/new.ts", "pnpm-lock.yaml", "packages/a/package.json"])(
    "sees a change of the source %s",
    (file) => {
      const before = buildStamp(root);
      write(file, "two");
      const after = buildStamp(root);
      expect(after.sources).not.toBe(before.sources);
      expect(after.built).toBe(before.built);
    },
  );

  it("changes when a built file is changed or removed", () => {
    const before = buildStamp(root);
    write("packages/a/dist/index.js", "longer");
    expect(buildStamp(root).built).not.toBe(before.built);
    fs.rmSync(path.join(root, "packages/a/dist"), { recursive: true });
    expect(buildStamp(root).built).toBeNull();
  });
});
