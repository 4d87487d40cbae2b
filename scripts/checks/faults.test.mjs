import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const text = fs.readFileSync(path.join(ROOT, "docs/FAULTS.md"), "utf8");
const ids = (letter, count) => Array.from({ length: count }, (_, index) => `${letter}-${String(index + 1).padStart(2, "0")}`);

const rows = [...text.matchAll(/^\| ([FSB]-\d\d) \| ([^|]+) \| ([^|]+) \|(?: ([^|]*) \|)?$/gm)].map(([, id, what, proof, rest = ""]) => ({
  id,
  what,
  proof,
  rest,
  files: [...proof.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file),
}));

describe("docs/FAULTS.md", () => {
  it("has one row for every fault, every attack and every bad input", () => {
    expect(rows.map(({ id }) => id)).toEqual([...ids("F", 20), ...ids("S", 72), ...ids("B", 17)]);
  });

  it("names files that exist and name the id, or a reason why it was not tried", () => {
    for (const { id, proof, rest, files } of rows) {
      if (files.length === 0) expect([id, `${proof} ${rest}`.replace(/^not tried:? /, "").length > 20]).toEqual([id, true]);
      for (const file of files) {
        const source = fs.readFileSync(path.join(ROOT, file), "utf8");
        expect([id, file, new RegExp(`\\b${id}\\b`).test(source)]).toEqual([id, file, true]);
      }
    }
  });
});
