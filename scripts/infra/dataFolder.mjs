import fs from "node:fs";
import path from "node:path";
import { isRoot } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const NEEDED_BYTES = 500 * 1024 * 1024;
const MARKER = "balcao.json";
/** Files that an empty folder may have. */
const HARMLESS = new Set(["lost+found", ".DS_Store"]);
/** Files that show that the product has used this folder before. */
const OURS = [MARKER, "secrets.json", "launcher.lock"];

const otherFolder = "Set DATA_DIR to a folder that this user may write, for example DATA_DIR=~/balcao-data";

function refuseAccess(folder, error) {
  const why = {
    EACCES: "this user may not write there",
    EPERM: "this user may not write there",
    EROFS: "that disk is read-only",
    ENOENT: "a folder cannot be made there",
    ENOTDIR: "part of the path is a file",
    ENOSPC: "the disk is full",
    ELOOP: "the path is a loop of links",
    ENAMETOOLONG: "the path is too long",
  }[error.code];
  if (!why) throw error;
  throw new Refusal(`The data folder ${folder} (DATA_DIR) cannot be used: ${why}.`, otherFolder);
}

/** Makes a folder and its missing parents. (Node's own recursive mkdir never returns on some pseudo file systems.) */
function makeFolder(folder, mode) {
  const missing = [];
  for (let each = folder; !fs.existsSync(each); each = path.dirname(each)) missing.unshift(each);
  for (const each of missing) fs.mkdirSync(each, { mode });
}

/**
 * Opens the data folder, or makes it. A folder that cannot be used is refused with a sentence and never replaced by another one;
 * a folder with foreign files is not changed.
 */
export function openDataFolder(folder) {
  try {
    const existing = fs.statSync(folder, { throwIfNoEntry: false });
    if (existing && !existing.isDirectory()) {
      throw new Refusal(`The data folder ${folder} (DATA_DIR) is a file, not a folder.`, otherFolder);
    }
    // Root's folder can be traversed by PostgreSQL's account, which has a folder in it, but not listed.
    if (!existing) makeFolder(folder, isRoot ? 0o711 : 0o700);
    const names = fs.readdirSync(folder);
    if (!OURS.some((name) => names.includes(name)) && names.some((name) => !HARMLESS.has(name))) {
      throw new Refusal(
        `The data folder ${folder} (DATA_DIR) holds files that are not Balcão's.`,
        "Set DATA_DIR to an empty or new folder.",
      );
    }
    const probe = path.join(folder, `.probe-${process.pid}`);
    fs.writeFileSync(probe, "");
    fs.rmSync(probe);
    if (!names.includes(MARKER))
      fs.writeFileSync(path.join(folder, MARKER), `${JSON.stringify({ product: "balcao", format: 1 })}\n`, { mode: 0o600 });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuseAccess(folder, error);
  }
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize < NEEDED_BYTES) {
    throw new Refusal(
      `The disk of the data folder ${folder} (DATA_DIR) has less than 500 MB left.`,
      `Make room, or move it: ${otherFolder}`,
    );
  }
  return fs.realpathSync(folder);
}

/** Writes a private file of the data folder atomically: a reader finds the old content or the new one. */
export function writePrivateFile(file, value) {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  fs.renameSync(draft, file);
}

/** A JSON file of the data folder, or null when it is absent. Refuses one that is not JSON. */
export function readPrivateFile(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw new Refusal(`${file} cannot be read (${error.code ?? "it is not JSON"}).`, "Restore it from a backup of the data folder.");
  }
}
