import { createHash } from "node:crypto";
import type { ArchiveEntry } from "@balcao/platform/archive";
import { FileError, type FileStore } from "@balcao/platform/files";

async function digestOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

/** Whether the store has a file of this path and size with other content than the backup's. No path is used twice, so it is damaged. */
export async function isOther(files: Pick<FileStore, "open">, stored: string, entry: ArchiveEntry): Promise<boolean> {
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
