import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

const files = ["README.md", ...fs.readdirSync(path.join(ROOT, "docs"), { recursive: true }).map((file) => path.join("docs", file))].filter(
  (file) => file.endsWith(".md"),
);

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const hasAnchor = (file, anchor) =>
  [...fs.readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].some(([, heading]) => anchorOf(heading) === anchor);

/** The relative links of a text. Links in code blocks and inline code are not followed. */
function linksIn(text) {
  const prose = text.replace(/^```[^]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^[a-z]+:/.test(link));
}

/** Whether a link of a document leads to a file and, where it names one, to a heading. */
function leadsSomewhere(file, link) {
  const [place, anchor] = link.split("#");
  const target = place === "" ? path.join(ROOT, file) : path.resolve(ROOT, path.dirname(file), place);
  return fs.existsSync(target) && (anchor === undefined || hasAnchor(target, anchor));
}

describe("the links of the documents", () => {
  it("lead to files and headings that exist", () => {
    const links = files.flatMap((file) => linksIn(fs.readFileSync(path.join(ROOT, file), "utf8")).map((link) => ({ file, link })));
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ file, link }) => !leadsSomewhere(file, link))).toEqual([]);
  });

  it("are reported when they are dead", () => {
    expect(linksIn("See [a](b.md#c), `[no](link)` and [web](https://x.y).\n```\n[no](link)\n```\n")).toEqual(["b.md#c"]);
    expect(leadsSomewhere("README.md", "docs/nothing.md")).toBe(false);
    expect(leadsSomewhere("README.md", "docs/CONTRIBUTING.md#no-such-heading")).toBe(false);
    expect(leadsSomewhere("docs/OPERATIONS.md", "#secretsjson-is-lost")).toBe(true);
  });
});
