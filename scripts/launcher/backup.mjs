import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Refusal } from "../infra/refusal.mjs";

/** What of a cluster belongs to its running server, or is made anew when it starts. The log of changes comes afterwards. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*)$/;
const LEFT_OUT_ANYWHERE = /(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/;
/** What of the data folder is copied beside the database. */
const KEPT = ["balcao.json", "secrets.json", "files"];

/** Copies a folder with owners and modes; what vanishes meanwhile is left out. `takes` decides by the path below the folder. */
function copyTree(from, to, takes = () => true, below = "") {
  const info = ifThere(() => fs.lstatSync(path.join(from, below)));
  if (!info) return;
  const target = path.join(to, below);
  if (info.isDirectory()) {
    fs.mkdirSync(target, { recursive: true, mode: 0o700 });
    for (const name of ifThere(() => fs.readdirSync(path.join(from, below))) ?? []) {
      const each = below === "" ? name : `${below}/${name}`;
      if (takes(each)) copyTree(from, to, takes, each);
    }
  } else if (info.isFile()) {
    const isCopied = ifThere(() => fs.copyFileSync(path.join(from, below), target) ?? true);
    if (!isCopied) return;
  } else return;
  fs.chmodSync(target, info.mode & 0o7777);
  if (process.getuid() === 0) fs.chownSync(target, info.uid, info.gid);
}

function ifThere(read) {
  try {
    return read();
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Copies a cluster while its server runs. The copy is sound because the server says from which change on it must be
 * repeated (backup_label), and because the slot keeps every change since then until it is copied too.
 */
async function copyCluster({ adminUrl, folder, target }) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("select pg_create_physical_replication_slot('balcao_backup_' || pg_backend_pid(), true, true)");
    await client.query("select pg_backup_start('balcao', fast => true)");
    copyTree(folder, target, (each) => !LEFT_OUT.test(each) && !LEFT_OUT_ANYWHERE.test(each));
    const { rows } = await client.query("select labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)");
    await client.query("select pg_switch_wal()");
    copyTree(path.join(folder, "pg_wal"), path.join(target, "pg_wal"), (each) => /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/.test(each));
    for (const name of ["archive_status", "summaries"]) makeLike(path.join(target, "pg_wal"), name);
    const label = path.join(target, "backup_label");
    fs.writeFileSync(label, rows[0].labelfile, { mode: 0o600 });
    if (process.getuid() === 0) {
      const { uid, gid } = fs.statSync(folder);
      fs.chownSync(label, uid, gid);
    }
  } finally {
    await client.end();
  }
}

/** An empty folder inside another one, with its owner and mode. */
function makeLike(parent, name) {
  const folder = path.join(parent, name);
  fs.mkdirSync(folder, { recursive: true });
  const { uid, gid, mode } = fs.statSync(parent);
  fs.chmodSync(folder, mode & 0o7777);
  if (process.getuid() === 0) fs.chownSync(folder, uid, gid);
}

function newFolder(target) {
  if (fs.existsSync(target)) throw new Refusal(`${target} exists already.`, "Name a new folder: npm run backup -- FOLDER");
  try {
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.mkdirSync(target, { mode: 0o711 });
  } catch (error) {
    throw new Refusal(`The folder ${target} cannot be made (${error.code}).`, "Name another one: npm run backup -- FOLDER");
  }
}

/**
 * Copies an installation into a new folder, which is a data folder like any other: `DATA_DIR=FOLDER npm start` runs it. The
 * database first, the files after it, so that no message lacks its file.
 */
export async function backUp({ dataDir, database, progress }, name) {
  if (database.folder === null) {
    throw new Refusal(
      "This installation uses the PostgreSQL of DATABASE_URL, which npm run backup does not copy.",
      `Use the pg_dump of that server, and copy secrets.json and files/ of ${dataDir} after it.`,
    );
  }
  const target = path.resolve(name ?? `balcao-${new Date().toISOString().slice(0, 19).replace(/\D/g, "")}`);
  if (`${target}${path.sep}`.startsWith(`${dataDir}${path.sep}`))
    throw new Refusal(`${target} is inside the data folder.`, "Name a folder elsewhere, best on another disk.");
  newFolder(target);
  try {
    await progress.step("Copying the database", () => copyCluster({ ...database, target: path.join(target, "postgres") }));
    await progress.step("Copying the files", async () => {
      for (const each of KEPT) copyTree(path.join(dataDir, each), path.join(target, each));
    });
  } catch (error) {
    fs.rmSync(target, { recursive: true, force: true });
    throw error;
  }
  spawnSync("sync");
  progress.say(`The backup is complete: ${target}\nIt holds the secrets as well. To try it: DATA_DIR=${target} PORT=3001 npm start`);
  if (fs.existsSync(path.join(dataDir, "sessions")))
    progress.say("Not in it: browser profiles (API 1). Those numbers must be linked again after a restore.");
  return 0;
}
