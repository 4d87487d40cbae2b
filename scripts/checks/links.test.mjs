import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const PAGES = ["README.md", ...fs.readdirSync(path.join(ROOT, "docs"), { recursive: true }).map((file) => path.join("docs", file))].filter(
  (file) => file.endsWith(".md"),
);

/** Links of a page into the project, without their place on the page. */
const linksOf = (file) =>
  [...fs.readFileSync(path.join(ROOT, file), "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)].map(
    ([, target]) => target,
  );

describe("the documents", () => {
  it.each(PAGES)("%s links to files that exist", (file) => {
    const lost = linksOf(file).filter((target) => !fs.existsSync(path.resolve(ROOT, path.dirname(file), target)));
    expect(lost).toEqual([]);
  });
});
