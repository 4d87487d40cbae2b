import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const BENCH = path.join(ROOT, "tools", "bench");
const OPENED = /(?:\{([^{}]*)\} = await )?built\("(packages\/\w+)", "([\w/]+)"\)/g;

/** Every door of a package that a program of the bench opens when it runs, and the names that it takes there. */
const opened = fs
  .readdirSync(BENCH, { recursive: true })
  .filter((file) => file.endsWith(".mjs"))
  .flatMap((file) =>
    [...fs.readFileSync(path.join(BENCH, file), "utf8").matchAll(OPENED)].map(([, names = "", home, door]) => ({
      file,
      door: `${home}/src/${door}/index.ts`,
      names: names.split(",").flatMap((name) => name.trim().split(":")[0] || []),
    })),
  );

/** What a door offers, by its text. */
function offers(door, name) {
  const file = path.join(ROOT, door);
  return fs.existsSync(file) && new RegExp(`\\b${name}\\b`).test(fs.readFileSync(file, "utf8"));
}

it("the bench, which npm test does not run, opens doors that exist and takes what they offer", () => {
  expect(opened.flatMap(({ names }) => names).length).toBeGreaterThan(20);
  expect(opened.filter(({ door, names }) => !offers(door, "export") || !names.every((name) => offers(door, name)))).toEqual([]);
});
