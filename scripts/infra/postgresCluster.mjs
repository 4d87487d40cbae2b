import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { canPass, SYSTEM_FOLDER } from "./accounts.mjs";
import { readPrivateFile, writePrivateFile } from "./dataFolder.mjs";
import { runStep } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

/** The version of the data format that the embedded server reads. */
const POSTGRES_MAJOR = "18";
/** Sorting and case by Unicode code, the same on every system; docker-compose.yml has the same arguments. */
const INITDB_ARGS = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "-A", "scram-sha-256"];

const startAnew = (folder) => `Restore a backup; to begin with an empty database instead, move ${folder} away.`;
/** The file in the cluster with its passwords. */
const RECORD = "balcao.json";
/** The file in the data folder that names the cluster's folder, when that is elsewhere. */
const POINTER = "postgres.json";
const secret = () => randomBytes(24).toString("base64url");

/** The environment of PostgreSQL's programs: without the PG* variables, which would redirect them. */
function postgresEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("PG"));
  return { ...Object.fromEntries(own), LC_ALL: "C", TZ: "UTC" };
}

/** The options that make a program run as that account. */
export function runAs(account) {
  return { cwd: "/", env: postgresEnvironment(), ...(account ? { uid: account.uid, gid: account.gid } : {}) };
}

/**
 * Records in a cluster outside the data folder which data folder it belongs to. A moved data folder keeps its cluster; a copy is
 * refused while the original exists.
 */
function claimOutside(folder, dataDir) {
  const ownerFile = path.join(path.dirname(folder), "owner.json");
  const owner = readPrivateFile(ownerFile)?.dataDir;
  if (owner === dataDir) return;
  if (owner && readPrivateFile(path.join(owner, POINTER))?.folder === folder) {
    throw new Refusal(
      `The database in ${folder} belongs to the data folder ${owner}; ${dataDir} is a copy of it.`,
      "Start with that DATA_DIR, or remove the copy.",
    );
  }
  writePrivateFile(ownerFile, { dataDir });
}

/**
 * The cluster of a data folder: `{ folder, record }` with its passwords, or null when it has none yet. Refuses one that is
 * damaged or of another version, without a change.
 */
export function findCluster(dataDir) {
  const pointer = readPrivateFile(path.join(dataDir, POINTER));
  const folder = pointer?.folder ?? path.join(dataDir, "postgres");
  if (!pointer && !fs.existsSync(folder)) return null;
  const record = fs.existsSync(path.join(folder, RECORD)) ? readPrivateFile(path.join(folder, RECORD)) : null;
  const versionFile = path.join(folder, "PG_VERSION");
  if (!record || !fs.existsSync(versionFile) || !fs.existsSync(path.join(folder, "global", "pg_control"))) {
    throw new Refusal(
      `The database folder ${folder} is missing, damaged or not Balcão's. Nothing was changed.`,
      startAnew(pointer ? path.join(dataDir, POINTER) : folder),
    );
  }
  const version = fs.readFileSync(versionFile, "utf8").trim();
  if (version !== POSTGRES_MAJOR) {
    throw new Refusal(
      `The database in ${folder} was made by PostgreSQL ${version}; this is PostgreSQL ${POSTGRES_MAJOR}. Nothing was changed.`,
      `Use the release of Balcão that made it, or move the data with pg_dump. ${startAnew(folder)}`,
    );
  }
  if (pointer) claimOutside(folder, dataDir);
  return { folder, record };
}

function newHome(dataDir, account) {
  if (canPass(dataDir, account)) return { base: dataDir, outside: false };
  const base = path.join(SYSTEM_FOLDER, `data-${randomBytes(5).toString("hex")}`);
  fs.mkdirSync(base, { recursive: true, mode: 0o711 });
  writePrivateFile(path.join(base, "owner.json"), { dataDir });
  return { base, outside: true };
}

/**
 * Creates an empty cluster. It is renamed into place when it is complete, so that a stop in between leaves a draft, which
 * the next start removes.
 */
export async function createCluster({ dataDir, programs, account, durable, signal }) {
  const { base, outside } = newHome(dataDir, account);
  const folder = path.join(base, "postgres");
  const draft = `${folder}.new`;
  const passwordFile = `${draft}-password`;
  const record = { superuserPassword: secret(), password: secret() };
  const discard = () => {
    for (const leftover of [draft, passwordFile]) fs.rmSync(leftover, { recursive: true, force: true });
    if (outside && !fs.existsSync(folder)) fs.rmSync(base, { recursive: true, force: true });
  };
  discard();
  try {
    fs.mkdirSync(base, { recursive: true, mode: 0o711 });
    if (outside) writePrivateFile(path.join(base, "owner.json"), { dataDir });
    fs.mkdirSync(draft, { mode: 0o700 });
    fs.writeFileSync(passwordFile, `${record.superuserPassword}\n`, { mode: 0o600 });
    if (account) for (const file of [draft, passwordFile]) fs.chownSync(file, account.uid, account.gid);
    const args = ["-D", draft, "-U", "postgres", "--pwfile", passwordFile, ...INITDB_ARGS, ...(durable ? [] : ["--no-sync"])];
    const { code, lines } = await runStep(path.join(programs.folder, "bin", "initdb"), args, { ...runAs(account), signal });
    if (code !== 0) throw initdbRefusal(lines);
    const recordFile = path.join(draft, RECORD);
    writePrivateFile(recordFile, record);
    if (account) fs.chownSync(recordFile, account.uid, account.gid);
    fs.renameSync(draft, folder);
    if (outside) writePrivateFile(path.join(dataDir, POINTER), { folder });
    return { folder, record };
  } finally {
    discard();
  }
}

function initdbRefusal(lines) {
  const text = lines.join("\n");
  if (/look up effective user ID/.test(text)) {
    return new Refusal(
      "PostgreSQL cannot run: this user id has no entry in the password file.",
      "Add the user, or set DATABASE_URL to a PostgreSQL server of your own.",
    );
  }
  if (/error while loading shared libraries|GLIBC/.test(text)) {
    return new Refusal(
      "The embedded PostgreSQL does not run on this system.",
      "It needs glibc 2.27 or newer. Set DATABASE_URL to a PostgreSQL server of your own.",
      lines.slice(-5),
    );
  }
  return new Refusal("The database folder could not be made (initdb failed).", "The lines above say why.", lines.slice(-15));
}
