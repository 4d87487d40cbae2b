import { execFile } from "node:child_process";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
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

const decompress = promisify(gunzip);
const run = promisify(execFile);
const MOST_PIECE_BYTES = 2 ** 31 - 1;
/** Shown at messages that may have been sent after the backup. */
const RESTORED = { code: "ERR_SENDING_WAPP_MSG", title: "", message: "Um backup foi restaurado: pode já ter sido enviada", details: "" };

export interface RestoreOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly files: Pick<FileStore, "adopt">;
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

/** Puts the secrets in place; others that were there are kept beside them. Returns where those are. */
async function placeSecrets(dataDir: string, content: Buffer, now: Date): Promise<string | null> {
  const file = path.join(dataDir, SECRETS);
  const present = await readFile(file).catch(() => null);
  if (present?.equals(content) === true) return null;
  const kept = present === null ? null : `${file}.before-restore-${now.toISOString().slice(0, 19).replace(/\D/g, "")}`;
  if (kept !== null) await rename(file, kept);
  await writeFile(file, content, { mode: 0o600, flush: true });
  return kept;
}

interface Loading {
  readonly restoration: Restoration;
  readonly options: RestoreOptions;
  readonly manifest: Manifest;
}

/** Copies the entries of the backup. A piece of a table is decompressed while the server stores the one before. Returns the secrets. */
async function loadEntries({ restoration, options, manifest }: Loading): Promise<Buffer | null> {
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
    } else if (stored !== undefined) await options.files.adopt(stored, entry.size, () => Readable.from(entry.pieces()));
    else if (entry.name === SECRETS) secrets = await entry.read(1_000_000);
  });
  await loading;
  const wrong = manifest.tables.find(({ name, rows }) => (loaded.get(name) ?? 0) !== rows);
  if (wrong) throw new ArchiveError(`${wrong.name} has ${loaded.get(wrong.name) ?? 0} of ${wrong.rows} rows.`);
  return secrets;
}

async function replaceContent(loading: Loading): Promise<Omit<RestoreResult, "manifest">> {
  const { restoration, options, manifest } = loading;
  options.onStep(`Copying ${manifest.tables.length} tables and ${manifest.files.count} files`);
  await restoration.begin(manifest.migrations, manifest.tables);
  const secrets = await loadEntries(loading);
  const settledSends = await restoration.finish(manifest.sequences, RESTORED);
  const skippedSchedules = await skipSchedules(options);
  const earlierSecrets = secrets === null ? null : await placeSecrets(options.dataDir, secrets, options.clock.now());
  // One flush of all files takes less time than one of each. A system without the program flushes by itself, somewhat later.
  await run("sync").catch(() => undefined);
  await restoration.accept();
  return { settledSends, skippedSchedules, earlierSecrets };
}

async function skipSchedules({ databaseUrl, clock }: Pick<RestoreOptions, "databaseUrl" | "clock">): Promise<number> {
  const database = openCommandDatabase(databaseUrl, "balcao-restore");
  return skipDueSchedules(database, clock.now()).finally(database.close);
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
 * Restores a backup into the configured database and data folder, after reading all of it once. When anything fails, the database
 * is as it was before. Throws ArchiveError and RestoreRefused.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  options.onStep("Reading the backup");
  const { manifest, secrets } = await checkBackup(options.file, options.passphrase);
  checkMigrations(manifest.migrations);
  const { givenSecrets: given, dataDir } = options;
  if (given !== null) assertSameSecrets({ manifest, content: secrets, given, dataDir });
  await checkRoom(options, manifest);
  const restoration = await openRestoration(options.databaseUrl, options.isReplacing, options.onStep);
  try {
    return { manifest, ...(await replaceContent({ restoration, options, manifest })) };
  } catch (error) {
    // Where that fails too, no process starts until the next restore has put the earlier content back.
    await restoration.undo().catch(() => undefined);
    throw error;
  } finally {
    await restoration.close();
  }
}

/** Puts back what an interrupted restore moved aside. Returns whether there was one. Throws RestoreRefused. */
export async function undoRestore(databaseUrl: string): Promise<boolean> {
  const restoration = await openRestoration(databaseUrl, true, () => undefined);
  await restoration.close();
  return restoration.hasUndone;
}
