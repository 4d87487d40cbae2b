import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { checkMigrations, openRestoration, settleInPlace, type Restoration } from "@balcao/database/backup";
import { ArchiveError, readArchive } from "@balcao/platform/archive";
import type { Env } from "@balcao/platform/env";
import type { Clock } from "@balcao/platform/clock";
import type { FileStore } from "@balcao/platform/files";
import type { VolumeUse } from "@balcao/platform/volumes";
import { openCommandDatabase } from "../startup/index.js";
import { skipDueSchedules } from "../schedules/index.js";
import { fileOf, SECRETS, tableOf, type Manifest } from "./manifest.js";
import { assertSameSecrets } from "./otherSecrets.js";
import { checkBackup } from "./readBackup.js";
import { createRestoreJournal, type RestoreJournal } from "./restoreJournal.js";

const decompress = promisify(gunzip);
const run = promisify(execFile);
const MOST_PIECE_BYTES = 2 ** 31 - 1;
/** Shown at messages that may have been sent after the backup. */
const RESTORED = { code: "ERR_SENDING_WAPP_MSG", title: "", message: "Um backup foi restaurado: pode já ter sido enviada", details: "" };

export interface RestoreOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly files: Pick<FileStore, "adopt" | "remove">;
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
}

/** Copies the entries of the backup. A piece of a table is decompressed while the server stores the one before. Returns the secrets. */
async function loadEntries({ restoration, journal, options, manifest }: Loading): Promise<Buffer | null> {
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
    } else if (stored !== undefined)
      await options.files.adopt(stored, entry.size, () => journal.noteFile(stored).then(() => Readable.from(entry.pieces())));
    else if (entry.name === SECRETS) secrets = await entry.read(1_000_000);
  });
  await loading;
  const wrong = manifest.tables.find(({ name, rows }) => (loaded.get(name) ?? 0) !== rows);
  if (wrong) throw new ArchiveError(`${wrong.name} has ${loaded.get(wrong.name) ?? 0} of ${wrong.rows} rows.`);
  return secrets;
}

async function replaceContent(loading: Loading): Promise<Omit<RestoreResult, "manifest">> {
  const { restoration, journal, options, manifest } = loading;
  options.onStep(`Copying ${manifest.tables.length} tables and ${manifest.files.count} files`);
  await restoration.begin(manifest.migrations, manifest.tables);
  const secrets = await loadEntries(loading);
  const settledSends = await restoration.finish(manifest.sequences, RESTORED);
  const skippedSchedules = await skipSchedules(options);
  if (secrets !== null) await journal.placeSecrets(secrets);
  // One flush of all files takes less time than one of each. A system without the program flushes by itself, somewhat later.
  await run("sync").catch(() => undefined);
  await restoration.accept();
  return { settledSends, skippedSchedules, earlierSecrets: await journal.end(options.clock.now()) };
}

async function skipSchedules({ databaseUrl, clock }: Pick<RestoreOptions, "databaseUrl" | "clock">): Promise<number> {
  const database = openCommandDatabase(databaseUrl, "balcao-restore");
  try {
    return await skipDueSchedules(database, clock.now());
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

/**
 * Restores a backup into the configured database and data folder, after reading all of it once. When anything fails, database, secrets
 * and files are put back as they were; where that cannot be done, no process starts before the next restore or undo has done it. Throws
 * ArchiveError and RestoreRefused.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  options.onStep("Reading the backup");
  const { manifest, secrets } = await checkBackup(options.file, options.passphrase);
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
    return { manifest, ...(await replaceContent({ restoration, journal, options, manifest })) };
  } catch (error) {
    await restoration
      .undo()
      .then(() => journal.end(clock.now()))
      .catch(() => undefined);
    throw error;
  } finally {
    await restoration.close();
  }
}

/** Puts back what an interrupted restore moved aside or changed. Returns whether there was one. Throws RestoreRefused. */
export async function undoRestore({
  databaseUrl,
  dataDir,
  files,
  clock,
}: Pick<RestoreOptions, "databaseUrl" | "dataDir" | "files" | "clock">): Promise<boolean> {
  const journal = createRestoreJournal(dataDir, files);
  const restoration = await openRestoration(databaseUrl, { isReplacing: true, onStep: () => undefined, beforeUndo: journal.putBack });
  await restoration.close();
  await journal.end(clock.now());
  return restoration.hasUndone;
}
