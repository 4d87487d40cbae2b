import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { FileError, type FileStore, type ListedFile } from "@balcao/platform/files";

const run = promisify(execFile);
const AT_ONCE = 8;

export interface MoveOptions {
  readonly from: FileStore;
  readonly to: FileStore;
  /** Whether originals are deleted, after all files have their copies. */
  readonly isRemoving: boolean;
  /** After each part of the list. */
  readonly onProgress: (moved: Moved) => void;
}

export interface Moved {
  /** Files that were copied now, and their bytes. */
  readonly copied: number;
  readonly bytes: number;
  /** Files that had their copy already. */
  readonly kept: number;
  /** Originals that were deleted. */
  readonly removed: number;
}

/**
 * Copies all files of one store to another under the same paths, so that their rows stay as they are. It can be interrupted at any
 * moment and repeated: each file is whole in a place or not there, and one with a copy is not copied again. An original goes
 * only when its copy has its size. Throws FilesUnavailable.
 */
export async function moveFiles({ from, to, isRemoving, onProgress }: MoveOptions): Promise<Moved> {
  const moved = { copied: 0, bytes: 0, kept: 0, removed: 0 };
  await forEach(
    from,
    async ({ path, size }) => {
      const isNew = await to.adopt(path, size, async () => (await from.open(path)).stream);
      if (isNew) moved.bytes += size;
      moved[isNew ? "copied" : "kept"] += 1;
    },
    () => onProgress(moved),
  );
  // One flush of all files takes less time than one of each. A system without the program flushes by itself, somewhat later.
  await run("sync").catch(() => undefined);
  if (!isRemoving) return moved;
  await forEach(
    from,
    async ({ path, size }) => {
      if ((await sizeIn(to, path)) !== size) return;
      await from.remove(path);
      moved.removed += 1;
    },
    () => onProgress(moved),
  );
  return moved;
}

async function forEach(store: FileStore, work: (file: ListedFile) => Promise<void>, afterPart: () => void): Promise<void> {
  for await (const part of store.list()) {
    for (let first = 0; first < part.length; first += AT_ONCE)
      await Promise.all(part.slice(first, first + AT_ONCE).map((file) => unlessGone(work(file))));
    afterPart();
  }
}

/** A file that the product has deleted since it was listed needs no copy. */
async function unlessGone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof FileError && error.reason === "missing")) throw error;
  }
}

async function sizeIn(store: FileStore, path: string): Promise<number | null> {
  try {
    return await store.size(path);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}
