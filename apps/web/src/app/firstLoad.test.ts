import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const SOURCES = path.resolve(import.meta.dirname, "..");
/** An import or export that the browser must load before the module runs; types are no such import. */
const STATIC = /^\s*(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']/gm;

/** The file of our own that a relative import names; undefined for a package or a style sheet. */
function fileOf(from: string, name: string): string | undefined {
  if (!name.startsWith(".")) return undefined;
  const base = path.resolve(path.dirname(from), name);
  return [`${base}.ts`, `${base}.tsx`, path.join(base, "index.ts"), path.join(base, "index.tsx")].find((file) => existsSync(file));
}

/** Everything that a module makes the browser load at once: our files below `src`, and packages by name. */
function loadedWith(start: string): string[] {
  const found = new Set<string>();
  const queue = [path.join(SOURCES, start)];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const from = file;
    found.add(path.relative(SOURCES, from));
    for (const [, name = ""] of readFileSync(from, "utf8").matchAll(STATIC)) {
      const next = fileOf(from, name);
      if (next === undefined) found.add(name);
      else if (!found.has(path.relative(SOURCES, next))) queue.push(next);
    }
  }
  return [...found];
}

describe("the first load", () => {
  it("brings neither the shell nor the socket to the login page", () => {
    const loaded = loadedWith("main.tsx");
    expect(loaded).toContain(path.join("app", "guards.tsx"));
    expect(loaded.filter((name) => /^features\/(?:shell|tickets|conversation)\/|^lib\/live\/|^socket\.io-client$/.test(name))).toEqual([]);
  });

  it("brings both to the part behind the login", () => {
    expect(loadedWith("app/SignedIn.tsx")).toEqual(expect.arrayContaining(["features/shell/Shell.tsx", "socket.io-client"]));
  });
});

describe("the style sheets of ui", () => {
  it("are all loaded first, in one order", () => {
    const folder = path.join(SOURCES, "ui");
    const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".css") && name !== "styles.css",
    );
    const listed = [...readFileSync(path.join(folder, "styles.css"), "utf8").matchAll(/@import "\.\/([^"]+)"/g)].map(([, name]) => name);
    expect([...listed].sort()).toEqual(found.map((name) => name.replaceAll(path.sep, "/")).sort());
    expect(readFileSync(path.join(SOURCES, "main.tsx"), "utf8")).toMatch(
      /^import "\.\/theme\/base\.css";\nimport "\.\/ui\/styles\.css";\n/,
    );
  });
});
