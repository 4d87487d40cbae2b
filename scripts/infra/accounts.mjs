import fs from "node:fs";
import { spawnSync } from "node:child_process";
import { isRoot, outputOf } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

/** Root's folder for files that another account must read. It is below /var/lib, where no other user can create it first. */
export const SYSTEM_FOLDER = "/var/lib/balcao";

/**
 * The account that PostgreSQL runs as, because it refuses root. Null for an ordinary user, who runs it; for root the owner of
 * an existing cluster, `postgres`, or `nobody`.
 */
export function postgresAccount(cluster) {
  if (!isRoot) return null;
  const owner = cluster && fs.existsSync(cluster) ? fs.statSync(cluster) : null;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ["postgres", "nobody"]) {
    const uid = outputOf("id", ["-u", name]);
    const gid = outputOf("id", ["-g", name]);
    if (uid !== null && gid !== null) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Refusal(
    "PostgreSQL does not run as root, and this machine has neither a postgres nor a nobody account.",
    "Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.",
  );
}

/** Whether that account can reach and read a file or folder; always true without an account. */
export function canReach(file, account) {
  if (!account) return true;
  const test = 'test -r "$1" && { test ! -d "$1" || test -x "$1"; }';
  return spawnSync("/bin/sh", ["-c", test, "sh", file], { uid: account.uid, gid: account.gid, cwd: "/" }).status === 0;
}

/** Whether that account can pass through a folder, even where it may not list it. */
export function canPass(folder, account) {
  if (!account) return true;
  return spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", folder], { uid: account.uid, gid: account.gid, cwd: "/" }).status === 0;
}
