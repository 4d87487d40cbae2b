import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { checkMigrations, openRestoration, settleInPlace, type Restoration } from "@balcao/database/backup";
import { ArchiveError, readArchive, type ArchiveEntry } from "@balcao/platform/archive";
import type { Clock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import { errorCode } from "@balcao/platform/errors";
import { FileError, type FileStore } from "@balcao/platform/files";
import type { VolumeUse } from "@balcao/platform/volumes";
import { skipDuePlanned, skipDueSchedules } from "../../campaigns/schedules/index.js";
import { openCommandDatabase } from "../startup/index.js";
import { fileOf, SECRETS, tableOf, type Manifest, checkBackup } from "./manifest.js";
import { assertKeysOpen, assertSameSecrets } from "./otherSecrets.js";
import { createRestoreJournal, type RestoreJournal } from "./restoreJournal.js";

const decompress = promisify(gunzip);
const run = promisify(execFile);
const MOST_PIECE_BYTES = 2 ** 31 - 1;
/** Shown at messages that may have been sent after the backup. */
const RESTORED = { code: "ERR_SENDING_WAPP_MSG", title: "", message: "Um backup foi restaurado: pode já ter sido enviada", details: "" };

export interface RestoreOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly files: Pick<FileStore, "adopt" | "open" | "remove">;
  readonly clock: Clock;
  readonly file: string;
  readonly passphrase: string | null;
  /** Whether an installation that the database holds is replaced. */
  readonly isReplacing: boolean;
  /** The secrets that variables or files give here; null when others than those of the backup are intended. */
  readonly givenSecrets: Env["givenSecrets"] | null;
  /** How full the disk of the files is; null where they are not on one. */
  readonly readVolume: ((folder: string) => Promise<VolumeUse>) | null;
  readonly onStep: (step: string) => void;
}

export interface RestoreResult {
  readonly manifest: Manifest;
  /** Sends that the earlier installation may have made after the backup. */
  readonly settledSends: number;
  readonly skippedSchedules: number;
  /** Where the earlier secrets are, if there were others. */
  readonly earlierSecrets: string | null;
}

async function checkRoom({ dataDir, readVolume }: RestoreOptions, { files }: Manifest): Promise<void> {
  if (readVolume === null) return;
  const { freeBytes } = await readVolume(dataDir);
  if (freeBytes > files.bytes) return;
  throw new ArchiveError(
    `The files need ${toGigabytes(files.bytes)} and ${dataDir} has ${toGigabytes(freeBytes)} free. Make room; nothing was changed.`,
  );
}

const toGigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

interface Loading {
  readonly restoration: Restoration;
  readonly journal: RestoreJournal;
  readonly options: RestoreOptions;
  readonly manifest: Manifest;
  /** Files that are there with another content than the backup's, which therefore are damaged. */
  readonly damaged: ReadonlySet<string>;
}

/** Copies the entries of the backup. A piece of a table is decompressed while the server stores the one before. Returns the secrets. */
async function loadEntries({ restoration, journal, options, manifest, damaged }: Loading): Promise<Buffer | null> {
  const loaded = new Map<string, number>();
  let loading: Promise<void> = Promise.resolve();
  let secrets: Buffer | null = null;
  const load = async (name: string, piece: Buffer): Promise<void> => {
    const table = manifest.tables.find((each) => each.name === name);
    if (!table) throw new ArchiveError(`The list of the backup's contents does not name ${name}.`);
    loaded.set(name, (loaded.get(name) ?? 0) + (await restoration.load(table, piece)));
  };
  await readArchive(options.file, options.passphrase, async (entry) => {
    const [table, stored] = [tableOf(entry.name), fileOf(entry.name)];
    if (table !== undefined) {
      const piece = await decompress(await entry.read(MOST_PIECE_BYTES), { maxOutputLength: MOST_PIECE_BYTES });
      await loading;
      loading = load(table, piece);
      loading.catch(() => undefined);
    } else if (stored !== undefined) {
      const isDamaged = damaged.has(stored);
      // The journal names files that an undo removes, so none that was there before.
      const note = async (): Promise<void> => (isDamaged ? undefined : journal.noteFile(stored));
      await options.files.adopt(stored, entry.size, () => note().then(() => Readable.from(entry.pieces())), isDamaged);
    } else if (entry.name === SECRETS) secrets = await entry.read(1_000_000);
  });
  await loading;
  const wrong = manifest.tables.find(({ name, rows }) => (loaded.get(name) ?? 0) !== rows);
  if (wrong) throw new ArchiveError(`${wrong.name} has ${loaded.get(wrong.name) ?? 0} of ${wrong.rows} rows.`);
  return secrets;
}

async function replaceContent(loading: Loading): Promise<Omit<RestoreResult, "manifest">> {
  const { restoration, journal, options, manifest } = loading;
  options.onStep(`Copying ${manifest.tables.length} tables and ${manifest.files.count} files`);
  await restoration.begin(await journal.begin(), manifest.migrations, manifest.tables);
  const secrets = await loadEntries(loading);
  const settledSends = await restoration.finish(manifest.sequences, RESTORED);
  const skippedSchedules = await skipSchedules(options);
  if (secrets !== null) await journal.placeSecrets(secrets);
  await checkKeys(options);
  // One flush of all files takes less time than one of each. A system without the program flushes by itself, somewhat later.
  await run("sync").catch(() => undefined);
  await restoration.accept();
  return { settledSends, skippedSchedules, earlierSecrets: await journal.end(options.clock.now()) };
}

async function checkKeys({ databaseUrl, dataDir, givenSecrets: given }: RestoreOptions): Promise<void> {
  if (given === null) return;
  const database = openCommandDatabase(databaseUrl, "balcao-restore");
  try {
    await assertKeysOpen(database.sql, { given, dataDir });
  } finally {
    await database.close();
  }
}

async function skipSchedules({ databaseUrl, clock }: Pick<RestoreOptions, "databaseUrl" | "clock">): Promise<number> {
  const database = openCommandDatabase(databaseUrl, "balcao-restore");
  try {
    return (await skipDueSchedules(database, clock.now())) + (await skipDuePlanned(database, clock.now()));
  } finally {
    await database.close();
  }
}

/**
 * Treats a database that PostgreSQL itself put back to an earlier moment as a restored backup: nothing that may have been sent since is
 * sent again. Repeating it changes nothing more. Throws RestoreRefused.
 */
export async function settleRecovered(
  options: Pick<RestoreOptions, "databaseUrl" | "clock">,
): Promise<Pick<RestoreResult, "settledSends" | "skippedSchedules">> {
  const settledSends = await settleInPlace(options.databaseUrl, RESTORED);
  return { settledSends, skippedSchedules: await skipSchedules(options) };
}

async function digestOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

/** Whether the store has a file of this path and size with other content than the backup's. No path is used twice, so it is damaged. */
async function isOther(files: Pick<FileStore, "open">, stored: string, entry: ArchiveEntry): Promise<boolean> {
  const found = await files.open(stored).catch((error: unknown) => {
    if (error instanceof FileError) return null;
    throw error;
  });
  if (found === null) return false;
  try {
    return found.size === entry.size && (await digestOf(found.stream)) !== (await digestOf(entry.pieces()));
  } finally {
    found.stream.destroy();
  }
}

/**
 * Restores a backup into the configured database and data folder, after reading all of it once. When anything fails, database, secrets
 * and files are put back as they were; where that cannot be done, no process starts before the next restore or undo has done it. Throws
 * ArchiveError and RestoreRefused.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  options.onStep("Reading the backup");
  const damaged = new Set<string>();
  const { manifest, secrets } = await checkBackup(options.file, options.passphrase, async (stored, entry) => {
    if (await isOther(options.files, stored, entry)) damaged.add(stored);
  });
  checkMigrations(manifest.migrations);
  const { givenSecrets: given, dataDir, files, clock } = options;
  if (given !== null) assertSameSecrets({ manifest, content: secrets, given, dataDir });
  await checkRoom(options, manifest);
  const journal = createRestoreJournal(dataDir, files);
  const { onStep, isReplacing } = options;
  const restoration = await openRestoration(options.databaseUrl, { isReplacing, onStep, beforeUndo: journal.putBack });
  try {
    // Of a restore that was undone by opening this one, or was killed when it had ended.
    await journal.end(clock.now());
    return { manifest, ...(await replaceContent({ restoration, journal, options, manifest, damaged })) };
  } catch (error) {
    const undone = restoration.undo().then(() => journal.end(clock.now()));
    throw await undone.then(
      () => explainFailure(error),
      () =>
        new ArchiveError(
          `The restore failed (${reasonOf(error)}), and what it changed could not be put back now. The earlier installation is aside, and nothing ` +
            "of it is lost. When PostgreSQL answers and has room, run restore with --undo to have it back, or restore again.",
          { cause: error },
        ),
    );
  } finally {
    await restoration.close();
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A full disk as a sentence; any other error as it is. */
function explainFailure(error: unknown): unknown {
  const code = errorCode(error);
  const isOfDatabase = code === "53100";
  if (!isOfDatabase && code !== "ENOSPC" && code !== "EDQUOT") return error;
  const place = isOfDatabase ? "The disk of PostgreSQL is full: a restore needs room for both databases" : "The disk of the files is full";
  return new ArchiveError(`${place}. The installation is as it was before; make room, then restore again.`, { cause: error });
}

interface UndoOptions extends Pick<RestoreOptions, "databaseUrl" | "dataDir" | "clock"> {
  readonly files: Pick<FileStore, "remove">;
  /** The data folder of the restore is gone, so only the database is put back. */
  readonly isJournalLost: boolean;
}

/** Puts back what an interrupted restore moved aside or changed. Returns whether there was one. Throws RestoreRefused and ArchiveError. */
export async function undoRestore({ databaseUrl, dataDir, files, clock, isJournalLost }: UndoOptions): Promise<boolean> {
  const journal = createRestoreJournal(dataDir, files);
  const restoration = await openRestoration(databaseUrl, {
    isReplacing: true,
    isUndoOnly: true,
    onStep: () => undefined,
    ...(!isJournalLost && { beforeUndo: journal.putBack }),
  });
  await restoration.close();
  await journal.end(clock.now());
  return restoration.hasUndone;
}
