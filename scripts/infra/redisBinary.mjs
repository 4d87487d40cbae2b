import path from "node:path";
import { dropDebianTree, fetchDebianTree, findDebianTree, hasDebianTools, libraryPath } from "./debian.mjs";
import { outputOf, which } from "./processes.mjs";
import { Interrupted, Refusal } from "./refusal.mjs";

const NAME = "redis";
/** The program of the first is a link to one of the second, which apt would leave out where it is installed. */
const PACKAGES = ["redis-server", "redis-tools"];
const REMEDY =
  "Install it (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL to a Redis of your own.";

function installedRedis() {
  for (const program of ["redis-server", "valkey-server"]) {
    const file = which(program, ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"]);
    if (file && outputOf(file, ["--version"]) !== null) return { program: file, env: process.env };
  }
  return null;
}

function unpackedRedis(tree) {
  const program = path.join(tree, "usr", "bin", "redis-server");
  const env = { ...process.env, LD_LIBRARY_PATH: libraryPath(tree) };
  return outputOf(program, ["--version"], { env }) === null ? null : { program, env };
}

/**
 * A Redis server program: the one on PATH, otherwise the distribution's package unpacked in the user's cache (3 s, 13 MB,
 * once). Refuses with instructions what to install when neither works.
 */
export async function findRedis({ progress, signal }) {
  const installed = installedRedis();
  if (installed) return installed;
  if (!hasDebianTools()) throw new Refusal("Redis is missing.", REMEDY);
  try {
    const title = "Fetching Redis (the distribution's package, unpacked in the user's cache)";
    const tree = findDebianTree(NAME) ?? (await progress.step(title, (update) => fetchDebianTree(NAME, PACKAGES, { signal, update })));
    const unpacked = unpackedRedis(tree);
    if (unpacked) return unpacked;
    dropDebianTree(NAME);
    throw new Error("the package does not run on this system");
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    throw new Refusal(`Redis is missing, and its package could not be fetched: ${error.message}`, REMEDY);
  }
}
