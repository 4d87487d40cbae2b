import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { isPlainName, type MovingSource } from "@balcao/domain/moving";
import { errorCode, RepairableError } from "@balcao/platform/errors";

/** Names that no file has, or that the system does not take. */
const NOT_THERE = new Set(["ENOENT", "ENAMETOOLONG", "ELOOP", "ENOTDIR", "EILSEQ", "EINVAL", "ENXIO"]);

/**
 * Opens files of a folder by their names, each at its place in it; null for what is not there, leads elsewhere or is no file. Throws RepairableError for a folder
 * that is none.
 */
export async function openFolder(folder: string, placeOf: (name: string) => string): Promise<NonNullable<MovingSource["openFile"]>> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) throw new RepairableError(`${folder} is no folder: name the one with the files by --files.`);
  return async (name) => {
    if (!isPlainName(name)) return null;
    try {
      // A pipe would wait for its writer, and a link may lead out of the folder.
      const handle = await open(path.join(folder, placeOf(name)), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      if ((await handle.stat()).isFile()) return handle.createReadStream();
      await handle.close();
      return null;
    } catch (error) {
      if (NOT_THERE.has(errorCode(error) ?? "")) return null;
      throw error;
    }
  };
}
