import fs from "node:fs";
import path from "node:path";

/** The file by which the built archive of a release is known: its version and commit. */
export const BUILT = "built";

/** Whether a folder is the built archive of a release, in which nothing is built and no tools of building are installed. */
export const isBuiltArchive = (root) => fs.existsSync(path.join(root, BUILT));

/** What pnpm installs: everything, or in a built archive what the programs need when they run. The page is complete by itself. */
export const installArguments = (root) => [
  ...["install", "--frozen-lockfile", "--reporter=ndjson"],
  ...(isBuiltArchive(root) ? ["--prod", "--filter=!@balcao/web", "--filter=!@balcao/testing"] : []),
];
