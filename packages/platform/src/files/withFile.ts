import type { FileStore } from "./fileStore.js";

/** Lends a stored file of this machine to work that reads it by its path, until the work has ended. */
export async function withFile<T>(files: Pick<FileStore, "borrow">, stored: string, work: (path: string) => Promise<T>): Promise<T> {
  const { path, giveBack } = await files.borrow(stored);
  try {
    return await work(path);
  } finally {
    await giveBack();
  }
}
