import { readdir, readlink } from "node:fs/promises";
import path from "node:path";

const DESCRIPTORS = "/proc/self/fd";

/** The files below a folder that this process has open; none where the system has no list of them. */
export async function openFilesIn(folder: string): Promise<readonly string[]> {
  const descriptors = await readdir(DESCRIPTORS).catch(() => []);
  const files = await Promise.all(descriptors.map((each) => readlink(path.join(DESCRIPTORS, each)).catch(() => "")));
  return files.filter((file) => file.startsWith(folder));
}
