import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const FOLDERS = ["apps/web/src", "packages/simulators/page"];
const MOST_LINES = 300;

describe("style sheets", () => {
  it("belong to one component or part each: none has more than 300 lines", () => {
    const files = FOLDERS.flatMap((folder) =>
      fs
        .readdirSync(path.join(ROOT, folder), { recursive: true })
        .filter((file) => file.endsWith(".css"))
        .map((file) => path.join(folder, file)),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => fs.readFileSync(path.join(ROOT, file), "utf8").trimEnd().split("\n").length > MOST_LINES)).toEqual([]);
  });
});
