import fs from "node:fs";
import path from "node:path";
import { isRoot } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const NEEDED_BYTES = 500 * 1024 * 1024;
const MARKER = "balcao.json";
/** Names that do not make a folder somebody else's. */
const HARMLESS = new Set(["lost+found", ".DS_Store"]);
/** Any of these tells that the product has written here before. */
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

/** Makes a folder and what is missing above it. (Node's own recursive mkdir never returns on some pseudo file systems.) */
function makeFolder(folder, mode) {
  const missing = [];
  for (let each = folder; !fs.existsSync(each); each = path.dirname(each)) missing.unshift(each);
  for (const each of missing) fs.mkdirSync(each, { mode });
}

/**
 * Opens the data folder, or makes it. It is used as named or refused with a sentence, never replaced by another; a folder
 * that holds a stranger's files is left as it is.
 */
export function openDataFolder(folder) {
  try {
    const known = fs.statSync(folder, { throwIfNoEntry: false });
    if (known && !known.isDirectory()) {
      throw new Refusal(`The data folder ${folder} (DATA_DIR) is a file, not a folder.`, otherFolder);
    }
    // Root lets PostgreSQL's account pass through to its own part, without listing the rest.
    if (!known) makeFolder(folder, isRoot ? 0o711 : 0o700);
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

/** Writes a private file of the data folder so that a reader finds the old content or the new, never half of it. */
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
