import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { insertBackup, openSnapshot, readBackupSizes, type CopiedTable, type Snapshot } from "@balcao/database/backup";
import type { Sql } from "@balcao/database/sql";
import { ArchiveError, createArchive, type ArchiveWriter } from "@balcao/platform/archive";
import type { Clock } from "@balcao/platform/clock";
import { FileError, withFile, type FileStore } from "@balcao/platform/files";
import { type ReadVolume, reserveOf } from "@balcao/platform/volumes";
import { stat } from "node:fs/promises";
import { MANIFEST, SECRETS, toFileEntry, toTableEntry, writeManifest, type Manifest } from "./manifest.js";

/** Rows as compressed text need less than half of their tables. */
const SHARE_OF_TABLES = 0.5;
const toGigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

interface BackupPlace {
  readonly sql: Sql;
  readonly dataDir: string;
  /** The file that the backup will be. */
  readonly target: string;
  readonly readVolume: ReadVolume;
}

/**
 * Throws ArchiveError where the backup has not room enough, before anything is written. On the disk of the data folder the reserve
 * of intake (P-9) must be left, because a backup that fills it makes sends and uploads fail.
 */
async function checkBackupRoom({ sql, dataDir, target, readVolume }: BackupPlace): Promise<void> {
  const folder = path.dirname(target);
  const { tableBytes, fileBytes } = await readBackupSizes(sql);
  const needed = fileBytes + tableBytes * SHARE_OF_TABLES;
  const [volume, [ofBackup, ofData]] = await Promise.all([readVolume(folder), Promise.all([folder, dataDir].map((each) => stat(each)))]);
  const kept = ofBackup?.dev === ofData?.dev ? reserveOf(volume) : 0;
  if (volume.freeBytes - kept > needed) return;
  const reserve = kept > 0 ? `, of which ${toGigabytes(kept)} stay free for what customers write` : "";
  throw new ArchiveError(
    `The backup needs about ${toGigabytes(needed)} and ${folder} has ${toGigabytes(volume.freeBytes)} free${reserve}. ` +
      "Delete backups that are elsewhere as well, or name another disk with --to; nothing was written.",
  );
}

const compress = promisify(gzip);
const FAST = { level: 1 } as const;

export interface BackupOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly sql: Sql;
  readonly files: Pick<FileStore, "borrow">;
  readonly clock: Clock;
  /** Of Balcão. */
  readonly version: string;
  /** The file to make. */
  readonly target: string;
  /** With it the backup is encrypted. */
  readonly passphrase: string | null;
  /** After how many days its command deletes it; null by default, where nobody said so. */
  readonly keepDays?: number | null;
  readonly secretVariables: readonly string[];
  /** How full a disk is. */
  readonly readVolume: ReadVolume;
  readonly onStep: (step: string) => void;
}

export interface BackupResult {
  readonly bytes: number;
  readonly rows: number;
  readonly files: Manifest["files"];
}

/** Adds the rows of a table. A piece is compressed while the server sends the next one. */
async function addTable(archive: ArchiveWriter, snapshot: Snapshot, table: CopiedTable): Promise<number> {
  const pieces = snapshot.copy(table);
  let adding: Promise<void> = Promise.resolve();
  for (let number = 1; ; number++) {
    const next = await pieces.next();
    if (next.done === true) return adding.then(() => next.value);
    const compressed = compress(next.value, FAST);
    await adding;
    adding = compressed.then((content) => archive.add(toTableEntry(table.name, number), content));
    adding.catch(() => undefined);
  }
}

/** Adds a file of the store; false when it is not there. */
async function addFile(archive: ArchiveWriter, files: BackupOptions["files"], stored: string): Promise<number | false> {
  try {
    return await withFile(files, stored, (path) => archive.addFile(toFileEntry(stored), path));
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}

async function addFiles(archive: ArchiveWriter, files: BackupOptions["files"], paths: readonly string[]): Promise<Manifest["files"]> {
  let [count, bytes, missing] = [0, 0, 0];
  for (const stored of paths) {
    const size = await addFile(archive, files, stored);
    if (size === false) missing++;
    else {
      count++;
      bytes += size;
    }
  }
  return { count, bytes, missing };
}

async function write(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  options: BackupOptions,
  startedAt: Date,
): Promise<Omit<BackupResult, "bytes">> {
  options.onStep("Copying the database");
  const tables: Manifest["tables"][number][] = [];
  for (const table of snapshot.tables) tables.push({ ...table, rows: await addTable(archive, snapshot, table) });
  const sequences = await snapshot.readSequences();
  await snapshot.close();
  options.onStep(`Copying ${snapshot.filePaths.length} files`);
  const hasSecrets = (await archive.addFile(SECRETS, path.join(options.dataDir, SECRETS))) !== false;
  // A file never changes after its row is there, so the files of the snapshot can be copied later.
  const files = await addFiles(archive, options.files, snapshot.filePaths);
  const { version, secretVariables } = options;
  const contents = { migrations: snapshot.migrations, tables, sequences, files, hasSecrets, secretVariables };
  await archive.add(MANIFEST, writeManifest({ madeAt: startedAt.toISOString(), version, ...contents, sha256: archive.digest() }));
  return { files, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
}

/**
 * Writes the whole installation into one file, while the product runs: one state of the database, the files that it names, and the
 * secrets. The file has its name only when it is complete. Throws ArchiveError, also where there is not room enough, and BackupRefused.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const startedAt = options.clock.now();
  const snapshot = await openSnapshot(options.databaseUrl);
  try {
    await checkBackupRoom(options);
    return await writeArchive(snapshot, options, startedAt);
  } finally {
    await snapshot.close();
  }
}

async function writeArchive(snapshot: Snapshot, options: BackupOptions, startedAt: Date): Promise<BackupResult> {
  const archive = await createArchive(options.target, options.passphrase);
  try {
    const { rows, files } = await write(archive, snapshot, options, startedAt);
    const { keepDays = null, passphrase } = options;
    const encrypted = passphrase !== null;
    // A file has its name only when the database knows of it, so that a backup that fails leaves none.
    const bytes = await archive.close(async (size) => {
      await insertBackup(options.sql, { startedAt, finishedAt: options.clock.now(), bytes: size, files: files.count, encrypted, keepDays });
    });
    return { bytes, rows, files };
  } catch (error) {
    await archive.discard();
    throw error;
  }
}
