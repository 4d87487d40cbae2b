import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDER = path.join(ROOT, "docs/spec");
const text = fs.readFileSync(path.join(FOLDER, "promises.md"), "utf8");
const promises = [...text.matchAll(/^- (P-\d+) · /gm)].map(([, id]) => id);
const rows = [...text.matchAll(/^\| (P-\d+) \| ([^|]*) \| ?([^|]*?) ?\|$/gm)].map(([, id, proof, rest]) => ({
  id,
  rest,
  files: [...proof.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => path.join(FOLDER, file)),
}));

/** The titles of a test file: what follows `it(`, `it.each(…)(` and `describe(`, up to the end of the string. */
const titlesOf = (source) => [...source.matchAll(/["`]([^"`\n]*\[[^\]"`]*\][^"`\n]*)["`],/g)].map(([, title]) => title);

describe("docs/spec/promises.md", () => {
  it("has one row of proofs for every promise", () => {
    expect(promises.length).toBeGreaterThan(20);
    expect(rows.map(({ id }) => id)).toEqual(promises);
  });

  it("names tests whose titles name the promise, or says why there is none", () => {
    for (const { id, rest, files } of rows) {
      if (files.length === 0) expect([id, rest.length > 20]).toEqual([id, true]);
      for (const file of files) {
        const titles = titlesOf(fs.readFileSync(file, "utf8"));
        const isNamed = titles.some((title) => new RegExp(`\\b${id}\\b`).test(title));
        expect([id, path.relative(ROOT, file), isNamed]).toEqual([id, path.relative(ROOT, file), true]);
      }
    }
  });
});
