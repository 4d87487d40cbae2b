import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileError } from "./fileError.js";

export const newDraft = (drafts: string): string => path.join(drafts, randomBytes(16).toString("hex"));

/** A random path for a file of the store. */
export function newStoredPath(extension: string): string {
  const name = randomBytes(16).toString("hex");
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}.${extension}`;
}

interface DraftLimits {
  readonly maxBytes: number;
  /** Whether the bytes are on disk when it resolves. */
  readonly isLasting: boolean;
}

/** Writes a source to a new file, and returns its digest in hex. Throws FileError for more than `maxBytes`. */
export async function writeDraft(
  source: Readable,
  draft: string,
  { maxBytes, isLasting }: DraftLimits,
): Promise<{ sha256: string; size: number }> {
  const hash = createHash("sha256");
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(new FileError("tooLarge", `The file is larger than ${maxBytes} bytes.`, maxBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // The file exists before an error can come: a caller who then deletes it deletes it for good.
  const handle = await open(draft, "wx", 0o600);
  await pipeline(source, counter, handle.createWriteStream({ flush: isLasting }));
  return { sha256: hash.digest("hex"), size };
}

/** Removes the files of a folder that were last changed before a moment; returns how many. */
export async function removeOlder(folder: string, olderThan: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const removals = names.map(async (name) => {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found === undefined || found.mtimeMs > olderThan) return 0;
    await rm(path.join(folder, name), { force: true });
    return 1;
  });
  return (await Promise.all(removals)).reduce((sum: number, each) => sum + each, 0);
}

/** Size and digest of a complete draft. */
export async function digestOf(draft: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(draft) as AsyncIterable<Buffer>) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { sha256: hash.digest("hex"), size };
}
