import { statfs } from "node:fs/promises";
import type { Clock } from "../clock/index.js";
import type { Logger } from "../logger/index.js";

/** How full a volume is, in bytes; `total` counts only what an ordinary account can use. */
export interface VolumeUse {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

export type ReadVolume = (folder: string) => Promise<VolumeUse>;

/** Asks the file system of a folder. */
export const readVolume: ReadVolume = async (folder) => {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  return { totalBytes: bsize * (blocks - bfree + bavail), freeBytes: bsize * bavail };
};

/** Tells when a volume is so full that only intake may go on writing (P-9). */
export interface VolumeGuard {
  /** Whether less than the reserve is free, as of at most five seconds ago. */
  isLow(): Promise<boolean>;
}

const KEPT_MS = 5_000;
/** What is kept for intake: the last tenth of a volume, of a large one the last 10 GB. */
const RESERVED_SHARE = 0.1;
const MOST_RESERVED_BYTES = 10 * 1024 ** 3;

interface VolumeGuardOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly read: ReadVolume;
}

/** Watches the volume of a folder. A volume that cannot be asked counts as one with room: the write itself then fails honestly. */
export function createVolumeGuard({ folder, clock, logger, read }: VolumeGuardOptions): VolumeGuard {
  let known: { readonly at: number; readonly isLow: Promise<boolean> } | null = null;
  let wasLow = false;

  const ask = async (): Promise<boolean> => {
    const use = await read(folder).catch(() => null);
    if (!use) return false;
    const isLow = use.freeBytes < Math.min(use.totalBytes * RESERVED_SHARE, MOST_RESERVED_BYTES);
    if (isLow && !wasLow)
      logger.error(
        { folder, ...use },
        "the disk is nearly full: sends and uploads are refused until there is room; messages still come in",
      );
    if (!isLow && wasLow) logger.info({ folder, ...use }, "the disk has room again: sends and uploads go on");
    wasLow = isLow;
    return isLow;
  };
  return {
    isLow: () => {
      const now = clock.monotonic();
      if (!known || now - known.at >= KEPT_MS) known = { at: now, isLow: ask() };
      return known.isLow;
    },
  };
}
