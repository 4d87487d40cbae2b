import { readdir } from "node:fs/promises";
import { baseline } from "./baseline.js";
import { MIGRATIONS } from "./index.js";

describe("the list of migrations", () => {
  it("has the baseline, then every file of the folder under its own name, in the order of the numbers", async () => {
    const files = (await readdir(import.meta.dirname)).filter((file) => /^\d{4}-/.test(file)).map((file) => file.replace(".ts", ""));
    expect(MIGRATIONS.map(({ name }) => name)).toEqual([baseline.name, ...files.sort()]);
  });
});
