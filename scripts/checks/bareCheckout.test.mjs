import fs from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";

const SCRIPTS = path.resolve(import.meta.dirname, "..");
/** The list of packages (docs/DEPLOY.md) is printed by who has installed them. */
const NEED_PACKAGES = ["sbom.mjs"];

const STATIC_IMPORT = /^(?:import|(?:import|export|\}).* from) "([^"]+)";$/gm;
const LAZY_FILE = /\bimport\("([.][^"]+)"\)/g;

/** Files that a command loads before it could install anything, each with the packages that it imports at once. */
function loadedBy(entry) {
  const files = new Map();
  const visit = (file) => {
    if (files.has(file)) return;
    const text = fs.readFileSync(file, "utf8");
    const wanted = [...text.matchAll(STATIC_IMPORT)].map(([, specifier]) => specifier);
    const lazy = file === entry ? [...text.matchAll(LAZY_FILE)].map(([, specifier]) => specifier) : [];
    const own = (specifier) => specifier.startsWith(".");
    files.set(
      file,
      wanted.filter((specifier) => !own(specifier) && !isBuiltin(specifier)),
    );
    for (const specifier of [...wanted, ...lazy].filter(own)) visit(path.resolve(path.dirname(file), specifier));
  };
  visit(entry);
  return files;
}

describe("a checkout without packages", () => {
  const entries = fs.readdirSync(SCRIPTS).filter((name) => name.endsWith(".mjs") && !NEED_PACKAGES.includes(name));

  it.each(entries)("can load %s, which then installs what it needs", (name) => {
    const files = loadedBy(path.join(SCRIPTS, name));
    const missing = [...files].flatMap(([file, packages]) => packages.map((each) => `${path.relative(SCRIPTS, file)}: ${each}`));
    expect(missing).toEqual([]);
  });

  it("is followed through the files of npm start and npm test", () => {
    expect(loadedBy(path.join(SCRIPTS, "start.mjs")).size).toBeGreaterThan(15);
    expect(loadedBy(path.join(SCRIPTS, "test.mjs")).size).toBeGreaterThan(15);
  });
});
