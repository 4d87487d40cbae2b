import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const text = fs.readFileSync(path.join(ROOT, "docs/FAULTS.md"), "utf8");
const ids = (letter, count) => Array.from({ length: count }, (_, index) => `${letter}-${String(index + 1).padStart(2, "0")}`);

const filesIn = (cell) => [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file);
const names = (file, id) => new RegExp(`\\b${id}\\b`).test(fs.readFileSync(path.join(ROOT, file), "utf8"));

const rows = [...text.matchAll(/^\| ([FSB]-\d\d) \| ([^|]+) \| ([^|]+) \|(?: ([^|]*) \|)?$/gm)].map(([, id, what, proof, rest = ""]) => ({
  id,
  what,
  proof,
  rest,
  files: filesIn(proof),
}));

const waiting = [...text.matchAll(/^\| (W-\d\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id, , judged, otherwise, proof]) => ({
    id,
    judged,
    otherwise,
    files: filesIn(proof),
  }),
);

const ATTACKS = "apps/api/src/parserAttacks.fixture.ts";
const parsers = [...text.matchAll(/^\| (R-\d\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id, , , limits, setIn, proof]) => ({ id, limits, places: filesIn(setIn), files: filesIn(proof) }),
);
const attacked = [...fs.readFileSync(path.join(ROOT, ATTACKS), "utf8").matchAll(/^ {4}id: "(R-\d\d)",$/gm)].map(([, id]) => id);

describe("docs/FAULTS.md", () => {
  it("has one row for every fault, every attack and every bad input", () => {
    expect(rows.map(({ id }) => id)).toEqual([...ids("F", 20), ...ids("S", 72), ...ids("B", 17)]);
  });

  it("names files that exist and name the id, or a reason why it was not tried", () => {
    for (const { id, proof, rest, files } of rows) {
      if (files.length === 0) expect([id, `${proof} ${rest}`.replace(/^not tried:? /, "").length > 20]).toEqual([id, true]);
      for (const file of files) expect([id, file, names(file, id)]).toEqual([id, file, true]);
    }
  });

  it("says of every parser where its limits are set, and what proves them", () => {
    expect(parsers.map(({ id }) => id)).toEqual(ids("R", parsers.length));
    for (const { id, limits, places, files } of parsers) {
      expect([id, limits.length > 5, places.length > 0, files.length > 0]).toEqual([id, true, true, true]);
      for (const place of places) expect([place, fs.existsSync(path.join(ROOT, place))]).toEqual([place, true]);
      for (const file of files) expect([id, file, names(file, id)]).toEqual([id, file, true]);
    }
  });

  it("says of everything that waits what is judged when it acts, what happens otherwise, and which test proves it", () => {
    expect(waiting.map(({ id }) => id)).toEqual(ids("W", waiting.length));
    for (const { id, judged, otherwise, files } of waiting) {
      expect([id, judged.length > 5, otherwise.length > 2, files.length > 0]).toEqual([id, true, true, true]);
      for (const file of files) expect([id, file, file.endsWith(".test.ts"), names(file, id)]).toEqual([id, file, true, true]);
    }
  });

  it("names the hostile input of a parser for each that an api gets, and no other", () => {
    expect(attacked.length).toBeGreaterThan(10);
    expect(parsers.filter(({ files }) => files.includes(ATTACKS)).map(({ id }) => id)).toEqual(attacked);
  });
});
