import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");

/** The modules of a folder and those below it, without their endings, which imports leave out or replace. */
function* modules(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* modules(place);
    else if (/\.tsx?$/.test(entry.name)) yield path.relative(ROOT, place).replace(/\.tsx?$/, "");
  }
}

it("modules differ in more than capital letters, because disks of macOS and Windows take them for the same", () => {
  const folders = ["apps", "packages"].flatMap((parent) =>
    fs.readdirSync(path.join(ROOT, parent)).map((name) => path.join(ROOT, parent, name, "src")),
  );
  const all = [...folders, path.join(ROOT, "e2e")].flatMap((folder) => [...modules(folder)]);
  expect(all.length).toBeGreaterThan(1000);
  const seen = new Map();
  for (const name of all) seen.set(name.toLowerCase(), [...(seen.get(name.toLowerCase()) ?? []), name]);
  expect([...seen.values()].filter((same) => same.length > 1)).toEqual([]);
});
