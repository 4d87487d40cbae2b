import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The default folder of the data set and of the servers' data; git ignores it. */
export const DEFAULT_FOLDER = path.join(ROOT, "tools", "bench", "dataset");

/** Imports a door of one of our built packages: `built("packages/domain", "contacts")`. */
export const built = (packageFolder, door) => import(pathToFileURL(path.join(ROOT, packageFolder, "dist", door, "index.js")));

/** A library that one of our packages depends on. */
export const library = (packageFolder, name) => createRequire(path.join(ROOT, packageFolder, "package.json"))(name);
