import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Where the data set and the servers' data lie, unless an option says otherwise; nothing of it is kept in the repository. */
export const DEFAULT_FOLDER = path.join(ROOT, "bench", "dataset");

/** A door of one of our packages, as it was built: `built("packages/domain", "contacts")`. */
export const built = (packageFolder, door) => import(pathToFileURL(path.join(ROOT, packageFolder, "dist", door, "index.js")));

/** A library that one of our packages depends on. */
export const library = (packageFolder, name) => createRequire(path.join(ROOT, packageFolder, "package.json"))(name);
