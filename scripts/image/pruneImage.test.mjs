import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pruneImage } from "./pruneImage.mjs";

let folder;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-prune-"))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (file) => {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), "x");
};
const link = (file, target) => {
  const place = path.join(folder, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.symlinkSync(path.relative(path.dirname(place), path.join(folder, target)), place);
};
const store = (entry, name) => `node_modules/.pnpm/${entry}/node_modules/${name}`;

describe("an image", () => {
  it("keeps the program's dependencies, without sources, declarations and named packages", () => {
    for (const file of ["dist/main.js", "dist/main.d.ts", "src/main.ts", "package.json", "tsconfig.build.json"]) write(file);
    for (const file of ["dist/index.js", "dist/index.js.map", "src/index.ts", "schema.sql"])
      write(`${store("@balcao+domain@1", "@balcao/domain")}/${file}`);
    for (const name of ["pg", "shared", "browser", "only-of-browser", "compiler"]) write(`${store(`${name}@1`, name)}/index.js`);
    link("node_modules/@balcao/domain", store("@balcao+domain@1", "@balcao/domain"));
    link("node_modules/pg", store("pg@1", "pg"));
    link("node_modules/compiler", store("compiler@1", "compiler"));
    link(store("@balcao+domain@1", "browser"), store("browser@1", "browser"));
    link(store("pg@1", "shared"), store("shared@1", "shared"));
    link(store("browser@1", "shared"), store("shared@1", "shared"));
    link(store("browser@1", "only-of-browser"), store("only-of-browser@1", "only-of-browser"));
    pruneImage(folder, ["compiler", "browser"]);
    expect(fs.readdirSync(path.join(folder, "node_modules/.pnpm")).sort()).toEqual(["@balcao+domain@1", "pg@1", "shared@1"]);
    expect([fs.readdirSync(folder).sort(), fs.readdirSync(path.join(folder, "dist"))]).toEqual([
      ["dist", "node_modules", "package.json"],
      ["main.js"],
    ]);
    expect(fs.readdirSync(path.join(folder, store("@balcao+domain@1", "@balcao/domain")))).toEqual(["dist", "schema.sql"]);
    expect(fs.readdirSync(path.join(folder, store("@balcao+domain@1", "@balcao/domain"), "dist"))).toEqual(["index.js"]);
    expect(fs.existsSync(path.join(folder, "node_modules/compiler"))).toBe(false);
    expect(fs.readdirSync(path.join(folder, store("@balcao+domain@1", "")))).toEqual(["@balcao"]);
  });
});
