import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const BENCH = path.join(ROOT, "tools", "bench");

/** Every door of a package that a program of the bench opens when it runs. */
const opened = fs
  .readdirSync(BENCH, { recursive: true })
  .filter((file) => file.endsWith(".mjs"))
  .flatMap((file) =>
    [...fs.readFileSync(path.join(BENCH, file), "utf8").matchAll(/built\("(packages\/\w+)", "([\w/]+)"\)/g)].map(([, home, door]) => ({
      file,
      place: `${home}/src/${door}/index.ts`,
    })),
  );

it("the bench, which npm test does not run, opens doors that exist", () => {
  expect(opened.length).toBeGreaterThan(10);
  expect(opened.filter(({ place }) => !fs.existsSync(path.join(ROOT, place)))).toEqual([]);
});
