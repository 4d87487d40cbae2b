import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../errors/index.js";
import { removeOlder } from "./drafts.js";
import { FileError } from "./fileError.js";
import type { FilePlace, ListedFile } from "./filePlace.js";

/** Keeps files in a folder of this machine, or of a disk that several machines share. */
export function createFolderPlace(root: string): FilePlace {
  const at = (stored: string): string => path.join(root, stored);
  return {
    keep: async ({ file, isLasting }, stored) => {
      const folder = path.dirname(at(stored));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(file, at(stored));
      if (isLasting) await syncFolder(folder);
    },
    open: async (stored, range) => {
      const size = await sizeOf(at(stored));
      return { stream: createReadStream(at(stored), range), size };
    },
    size: (stored) => sizeOf(at(stored)),
    borrow: (stored) => Promise.resolve({ path: at(stored), giveBack: () => Promise.resolve() }),
    remove: (stored) => rm(at(stored), { force: true }),
    list: () => listFiles(root),
    renew: (stored, now) =>
      utimes(at(stored), now, now).then(
        () => true,
        () => false,
      ),
    removeDerived: (before) => removeOlder(path.join(root, "derived"), before.getTime()),
    isUsable: () => Promise.resolve(true),
    link: () => null,
  };
}

const isFolder = (name: string): boolean => /^[0-9a-f]{2}$/.test(name);
const namesOf = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function* listFiles(root: string): AsyncGenerator<readonly ListedFile[]> {
  for (const outer of (await namesOf(root)).filter(isFolder)) {
    const listed: ListedFile[] = [];
    for (const inner of (await namesOf(path.join(root, outer))).filter(isFolder))
      for (const name of await namesOf(path.join(root, outer, inner))) {
        const stored = `${outer}/${inner}/${name}`;
        const found = await stat(path.join(root, stored)).catch(() => undefined);
        if (found) listed.push({ path: stored, size: found.size, writtenAt: found.mtime });
      }
    yield listed;
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw new FileError("missing", "The file is not in the store.");
    throw error;
  }
}

/** Makes the new name survive a power cut; not every file system supports syncing a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
