import fs from "node:fs";
import path from "node:path";
import { SLOW_FILES, slowFirst } from "./slowFiles.mjs";

const root = path.resolve(import.meta.dirname, "../../..");

describe("the order of test files", () => {
  it("begins with the slowest, whatever their size, and keeps the order of the others", () => {
    const [slowest, second] = SLOW_FILES.map((file) => ({ path: path.join(root, file) }));
    const [one, other] = ["b.test.ts", "a.test.ts"].map((file) => ({ path: path.join(root, file) }));
    expect(slowFirst([one, second, other, slowest])).toEqual([slowest, second, one, other]);
  });

  it("names files that exist", () => {
    expect(SLOW_FILES.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
  });
});
