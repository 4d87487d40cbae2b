import fs from "node:fs";
import path from "node:path";

const FOLDERS = ["apps", "packages", "scripts", "tools"];
const MODULE = /\.(ts|tsx|mjs)$/;
const FOREIGN = new Set(["node_modules", "dist", ".turbo", "test-results"]);
/** Endings that imports leave out: packages write `./x.js`, the web app `./x`, and a folder means its index. */
const ENDINGS = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
/** `import a, { b } from "…"`, `export { a as b } from "…"`, `export * from "…"`; what only types are taken from does nothing. */
const FROM = /^(import|export)\s+(?!type\s)([^;"'()]*?)\s*from\s+"([^"]+)"/gm;
/** `import "…"`, `import("…")`, or the relative path of a program that is run by itself: everything of that module. */
const WHOLE = /(?:^import\s+|\bimport\(\s*)"([^"]+)"|(?<!from\s+)"(\.\.?\/[^"\n]*\.(?:ts|mjs))"/gm;
const DOOR_LINE = /^(\s*|\/\/.*|\s*\/?\*.*|export\s[^;]*from\s+"[^"]+";)$/;

export const isModule = (file) => MODULE.test(file) && !file.endsWith(".d.ts");
export const isTest = (file) => /\.test\.(ts|tsx|mjs)$/.test(file);

/** The modules beneath the root, by their paths from it. */
function listModules(root) {
  const inFolder = (folder) =>
    fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const inner = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return FOREIGN.has(entry.name) ? [] : inFolder(inner);
      return isModule(entry.name) ? [inner] : [];
    });
  return FOLDERS.filter((folder) => fs.existsSync(path.join(root, folder))).flatMap(inFolder);
}

/** The names that a clause takes, as the other module calls them; null: all of them. */
function namesOf(clause) {
  const braces = /\{([^}]*)\}/.exec(clause);
  if (!braces) return null;
  return braces[1]
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("type "))
    .map((part) => {
      const [taken, given = taken] = part.split(/\s+as\s+/);
      return { taken, given };
    });
}

function readImports(text) {
  const taken = [...text.matchAll(FROM)].map(([, word, clause, specifier]) => ({
    specifier,
    names: namesOf(clause),
    passedOn: word === "export",
  }));
  return [
    ...taken,
    ...[...text.matchAll(WHOLE)].map(([, imported, run]) => ({ specifier: imported ?? run, names: null, passedOn: false })),
  ];
}

/** A door only passes on what other modules export, so that its reader depends on those whose names it takes. */
const isDoor = (text) =>
  text
    .replace(/\{[^}]*\}/g, "{}")
    .split("\n")
    .every((line) => DOOR_LINE.test(line)) && /^export/m.test(text);

/** The file that a specifier names, or undefined when it is none of ours. */
function resolveIn(files, importer, specifier) {
  const own = /^@balcao\/([^/]+)\/(.+)$/.exec(specifier);
  const beside = specifier.startsWith(".") ? [path.posix.join(path.posix.dirname(importer), specifier)] : [];
  const stems = own ? ["packages", "apps"].map((parent) => `${parent}/${own[1]}/src/${own[2]}`) : beside;
  return stems.flatMap((stem) => ENDINGS.map((ending) => stem.replace(/\.js$/, "") + ending)).find((file) => files.has(file));
}

/**
 * Which modules take something from which, read from the sources beneath `root`. A reader of a door depends on the modules behind it
 * whose names it takes. Only imports as Prettier writes them are seen.
 */
export function readModuleGraph(root) {
  const texts = new Map(listModules(root).map((file) => [file, fs.readFileSync(path.join(root, file), "utf8")]));
  const imports = new Map(
    [...texts].map(([file, text]) => [
      file,
      readImports(text)
        .map((taken) => ({ ...taken, file: resolveIn(texts, file, taken.specifier) }))
        .filter((taken) => taken.file !== undefined),
    ]),
  );
  const doors = new Set([...texts].filter(([, text]) => isDoor(text)).map(([file]) => file));
  /** The modules behind a door that give a name; all when no name is asked for. */
  const behind = (door, name) =>
    imports.get(door).flatMap(({ file, names }) => {
      const given = name === null || names === null ? null : names.find((each) => each.given === name);
      if (given === undefined) return [];
      return doors.has(file) ? behind(file, given?.taken ?? name) : [file];
    });
  const readers = new Map([...texts.keys()].map((file) => [file, new Set()]));
  for (const [file, list] of imports)
    for (const { file: target, names } of list) {
      readers.get(target).add(file);
      if (!doors.has(target) || doors.has(file)) continue;
      for (const name of names === null ? [null] : names.map(({ taken }) => taken))
        for (const module of behind(target, name)) readers.get(module).add(file);
    }
  // A door itself depends on nothing: its readers were given to the modules behind it.
  for (const set of readers.values()) for (const file of set) if (doors.has(file)) set.delete(file);
  for (const [file, list] of imports)
    if (doors.has(file)) for (const { file: target } of list) if (doors.has(target)) readers.get(target).add(file);
  return { files: [...texts.keys()], textOf: (file) => texts.get(file) ?? "", readersOf: (file) => readers.get(file) ?? new Set() };
}
