import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Folders that tools write, or that do not affect the build. */
const SKIPPED = new Set(["node_modules", ".turbo", "coverage"]);
/** Packages outside of the workspace, which nothing builds. */
const OUTSIDE = new Set(["n8n"]);
const SHARED = ["package.json", "pnpm-lock.yaml", "tsconfig.base.json", "tsconfig.build.json", "turbo.json"];

function* filesBelow(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* filesBelow(file);
    else if (entry.isFile()) yield file;
  }
}

/**
 * The state of the sources and of the build: `sources` is a hash of the content of every source file, `built` one of name, size and
 * time of every built file, or null when a package has not been built. When both are unchanged, a build would change nothing.
 */
export function buildStamp(root) {
  const sources = createHash("sha256").update(process.versions.modules);
  const built = createHash("sha256");
  let complete = true;
  for (const file of SHARED) sources.update(fs.readFileSync(path.join(root, file)));
  for (const parent of ["apps", "packages"]) {
    for (const name of fs.readdirSync(path.join(root, parent)).sort()) {
      const home = path.join(root, parent, name);
      if (OUTSIDE.has(name) || !fs.existsSync(path.join(home, "package.json"))) continue;
      const output = path.join(home, "dist");
      complete &&= fs.existsSync(output);
      for (const file of filesBelow(home)) {
        if (file.startsWith(output + path.sep)) {
          const { size, mtimeMs } = fs.statSync(file);
          built.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
        } else {
          sources.update(`\0${path.relative(root, file)}\0`).update(fs.readFileSync(file));
        }
      }
    }
  }
  return { sources: sources.digest("hex"), built: complete ? built.digest("hex") : null };
}
