#!/usr/bin/env node
// node pruneImage.mjs FOLDER [PACKAGE…]: removes from a deployed package what an image does not use: sources, declarations, and
// the named packages with the dependencies that only they have. Run by the Dockerfile.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const OWN_LEFTOVERS = /^(?:src|tsconfig.*\.json|pnpm-lock\.yaml)$/;
const UNUSED_FILE = /\.(?:d\.[cm]?ts|map|tsbuildinfo)$/;

function* linksIn(modules) {
  for (const name of fs.existsSync(modules) ? fs.readdirSync(modules) : []) {
    if (name === ".pnpm" || name === ".bin") continue;
    const file = path.join(modules, name);
    if (name.startsWith("@") && !fs.lstatSync(file).isSymbolicLink()) for (const each of fs.readdirSync(file)) yield `${name}/${each}`;
    else yield name;
  }
}

/** The folders of pnpm's store that `folder` depends on when the packages `without` are left out. */
function reached(folder, store, without) {
  const found = new Set();
  const visit = (modules) => {
    for (const name of linksIn(modules)) {
      if (without.has(name)) continue;
      const entry = path.relative(store, fs.realpathSync(path.join(modules, name))).split(path.sep)[0];
      if (entry === ".." || found.has(entry)) continue;
      found.add(entry);
      visit(path.join(store, entry, "node_modules"));
    }
  };
  visit(path.join(folder, "node_modules"));
  return found;
}

/** Removes dangling links, and the files of packages that no running program reads. */
function clean(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isSymbolicLink() ? !fs.existsSync(file) : entry.isFile() && UNUSED_FILE.test(entry.name)) fs.rmSync(file);
    else if (entry.isDirectory()) clean(file);
  }
}

/** Prunes a folder that `pnpm deploy` made. */
export function pruneImage(folder, without) {
  const store = fs.realpathSync(path.join(folder, "node_modules", ".pnpm"));
  const kept = reached(folder, store, new Set(without));
  for (const entry of fs.readdirSync(store))
    if (entry !== "node_modules" && !kept.has(entry)) fs.rmSync(path.join(store, entry), { recursive: true });
  fs.rmSync(path.join(store, "node_modules"), { recursive: true, force: true });
  const own = [...kept]
    .filter((entry) => entry.startsWith("@balcao+"))
    .flatMap((entry) => {
      const scope = path.join(store, entry, "node_modules", "@balcao");
      return fs
        .readdirSync(scope)
        .map((name) => path.join(scope, name))
        .filter((each) => !fs.lstatSync(each).isSymbolicLink());
    });
  for (const home of [folder, ...own])
    for (const name of fs.readdirSync(home)) if (OWN_LEFTOVERS.test(name)) fs.rmSync(path.join(home, name), { recursive: true });
  clean(folder);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) pruneImage(path.resolve(process.argv[2]), process.argv.slice(3));
