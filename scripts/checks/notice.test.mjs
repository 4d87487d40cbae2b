import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");

/** Name and licence of every installed package that is not ours. */
function* licences() {
  const store = path.join(ROOT, "node_modules", ".pnpm");
  for (const entry of fs.readdirSync(store)) {
    const modules = path.join(store, entry, "node_modules");
    if (!fs.existsSync(modules)) continue;
    const names = fs
      .readdirSync(modules)
      .flatMap((name) => (name.startsWith("@") ? fs.readdirSync(path.join(modules, name)).map((each) => `${name}/${each}`) : [name]));
    for (const name of names) {
      const manifest = path.join(modules, name, "package.json");
      if (fs.lstatSync(path.join(modules, name)).isSymbolicLink() || !fs.existsSync(manifest)) continue;
      const { license, licenses } = JSON.parse(fs.readFileSync(manifest, "utf8"));
      yield { name, licence: JSON.stringify(license ?? licenses ?? "") };
    }
  }
}

describe("NOTICE", () => {
  it("names every installed package whose licence demands more than a notice", () => {
    const notice = fs.readFileSync(path.join(ROOT, "NOTICE"), "utf8");
    const strict = [...licences()].filter(({ licence }) => /GPL|MPL|EPL|CC-BY/.test(licence)).map(({ name }) => name);
    expect(strict).toContain("libsignal");
    // Names of platforms differ: @img/sharp-libvips-linux-x64, lightningcss-linux-x64-gnu.
    const isNamed = (name) => notice.includes(name.replace(/-(?:linux|darwin|win32).*$/, "").replace(/^@axe-core\/.*$/, "axe-core"));
    expect(strict.filter((name) => !isNamed(name))).toEqual([]);
  });
});
