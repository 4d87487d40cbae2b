import path from "node:path";
import type { Clock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import { createFileStore, defaultBlockedExtensions, FilesUnavailable, openBucketPlace, type FileStore } from "@balcao/platform/files";
import type { Logger } from "@balcao/platform/logger";

interface StoreOptions {
  readonly dataDir: string;
  readonly files?: Env["files"];
  /** Where a bucket that does not answer is a warning; null: it is an error. */
  readonly logger: Logger | null;
  readonly clock: Clock;
}

export interface OpenStore {
  readonly files: FileStore;
  readonly close: () => void;
}

/**
 * Opens the store of files: the data folder, or the bucket. Throws FilesUnavailable where a person must change something. A
 * process starts without a bucket that does not answer now, because everything but files works.
 */
export async function openStore({ dataDir, files: bucket, logger, clock }: StoreOptions): Promise<OpenStore> {
  const options = { root: path.join(dataDir, "files"), blockedExtensions: defaultBlockedExtensions, clock };
  if (bucket === undefined) return { files: createFileStore(options), close: () => undefined };
  const place = await openBucketPlace(bucket);
  try {
    await place.examine();
  } catch (error) {
    if (logger === null || !(error instanceof FilesUnavailable) || error.trouble !== "away") {
      place.close();
      throw error;
    }
    logger.warn({ err: error }, "the storage of files cannot be used; files are neither shown nor stored until it can");
  }
  return { files: createFileStore({ ...options, place }), close: place.close };
}
