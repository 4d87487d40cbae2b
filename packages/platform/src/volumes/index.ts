import { statfs } from "node:fs/promises";
import type { Clock } from "../clock/index.js";
import type { Logger } from "../logger/index.js";

/** How full a volume is, in bytes; `total` counts only what an ordinary account can use. */
export interface VolumeUse {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

export type ReadVolume = (folder: string) => Promise<VolumeUse>;

/** Reads the use of a folder's volume from the file system. */
export const readVolume: ReadVolume = async (folder) => {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  return { totalBytes: bsize * (blocks - bfree + bavail), freeBytes: bsize * bavail };
};

/** Reports when a volume is so full that only intake may write. */
export interface VolumeGuard {
  /** Whether less than the reserve is free; the result is at most five seconds old. */
  isLow(): Promise<boolean>;
  /** The use of the volume, as old as the answer of `isLow`; null when it cannot be read. */
  use(): Promise<(VolumeUse & { readonly isLow: boolean }) | null>;
}

const KEPT_MS = 5_000;
const RESERVED_SHARE = 0.1;
const MOST_RESERVED_BYTES = 10 * 1024 ** 3;

/** The reserve for intake: the last tenth of a volume, but at most 10 GB. */
export const reserveOf = ({ totalBytes }: VolumeUse): number => Math.min(totalBytes * RESERVED_SHARE, MOST_RESERVED_BYTES);

interface VolumeGuardOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly read: ReadVolume;
}

/**
 * Watches the volume of a folder. A volume that cannot be read counts as not low, because the write
 * itself reports the error.
 */
export function createVolumeGuard({ folder, clock, logger, read }: VolumeGuardOptions): VolumeGuard {
  let latest: { readonly at: number; readonly use: ReturnType<VolumeGuard["use"]> } | null = null;
  let wasLow = false;

  const ask: VolumeGuard["use"] = async () => {
    const use = await read(folder).catch(() => null);
    if (!use) return null;
    const isLow = use.freeBytes < reserveOf(use);
    if (isLow && !wasLow)
      logger.error(
        { folder, ...use },
        "the disk is nearly full: sends and uploads are refused until there is room; messages still come in",
      );
    if (!isLow && wasLow) logger.info({ folder, ...use }, "the disk has room again: sends and uploads go on");
    wasLow = isLow;
    return { ...use, isLow };
  };
  const use: VolumeGuard["use"] = () => {
    const now = clock.monotonic();
    if (!latest || now - latest.at >= KEPT_MS) latest = { at: now, use: ask() };
    return latest.use;
  };
  return { use, isLow: async () => (await use())?.isLow ?? false };
}
