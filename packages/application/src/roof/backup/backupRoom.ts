import { stat } from "node:fs/promises";
import path from "node:path";
import { readBackupSizes } from "@balcao/database/backup";
import type { Sql } from "@balcao/database/sql";
import { ArchiveError } from "@balcao/platform/archive";
import { reserveOf, type ReadVolume } from "@balcao/platform/volumes";

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
export async function checkBackupRoom({ sql, dataDir, target, readVolume }: BackupPlace): Promise<void> {
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
