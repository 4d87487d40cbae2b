import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../clock/index.js";
import { errorCode } from "../errors/index.js";
import { newUuid } from "../ids/index.js";
import type { ByteRange } from "./byteRange.js";
import { isInlineType } from "./contentType.js";
import { createDerivedFiles } from "./derivedFiles.js";
import { FileError } from "./fileError.js";
import { extensionOf, toCleanName } from "./fileName.js";
import { inspect } from "./inspect.js";

const storedPath = /^(?:[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}|derived\/[0-9a-f]{64})\.[a-z0-9]{1,10}$/;
const derivedForMs = 7 * 24 * 60 * 60 * 1_000;
const abandonedAfterMs = 24 * 60 * 60 * 1_000;

export type FileToWrite = Readonly<{
  /** The name from the sender; only metadata. */
  originalName: string;
  /** The sender's claimed type; never trusted (S-41). */
  declaredMime: string;
  maxBytes: number;
}>;

/** A file in the store. */
export type StoredFile = Readonly<{
  id: string;
  /** Relative to the store's root; stored in the database. */
  path: string;
  sha256: string;
  size: number;
  mime: string;
  extension: string;
  originalName: string;
  inlineAllowed: boolean;
  /** Pixels, for jpeg, png, gif, webp and mp4, as the file is shown. */
  width: number | undefined;
  height: number | undefined;
  /** Milliseconds, for Ogg/Opus voice notes. */
  durationMs: number | undefined;
}>;

export type OpenedFile = Readonly<{ stream: Readable; size: number; range: ByteRange | undefined }>;

export type FileStore = Readonly<{
  /**
   * Streams a source, or copies the file at a path, into the store: hashed, counted, typed by
   * content, and on disk before it resolves. Throws FileError for blocked, empty and oversized
   * files and pixel floods; on any error nothing is left behind, and a source stream is destroyed.
   */
  write: (source: Readable | string, file: FileToWrite) => Promise<StoredFile>;
  /** Whether files of this name are refused (D-067); the name may be known only after the bytes. */
  isBlocked: (originalName: string) => boolean;
  /**
   * The bytes of a stored path, all or a range; FileError ERR_NO_FILE when there is none. The
   * caller must read or destroy the stream.
   */
  open: (storedPath: string, range?: ByteRange) => Promise<OpenedFile>;
  /** Size in bytes; FileError ERR_NO_FILE when there is none. */
  size: (storedPath: string) => Promise<number>;
  /**
   * The path on disk of a stored path, for a connector that reads the file itself. FileError
   * ERR_NO_FILE for any other path.
   */
  locate: (storedPath: string) => string;
  /**
   * A file that is derived from a stored file, by the digest of that file; `make` writes it to the
   * given path when it does not exist. Returns its stored path. It is deleted seven days after its
   * last request.
   */
  derive: (sha256: string, extension: string, make: (target: string) => Promise<void>) => Promise<string>;
  /** Removes a file; succeeds when it is already gone. */
  remove: (storedPath: string) => Promise<void>;
  /**
   * Removes drafts of dead writers after 24 h, and derived files without requests; returns how
   * many.
   */
  removeAbandoned: () => Promise<number>;
  /** The complete files of the store, in parts; drafts and derived files are left out. */
  list: () => AsyncGenerator<readonly ListedFile[]>;
}>;

/** A file on disk: its stored path, its bytes, and when it was written. */
export type ListedFile = Readonly<{ path: string; size: number; writtenAt: Date }>;

export type FileStoreOptions = Readonly<{
  /** Folder of the store; created on first use. */
  root: string;
  /** Lower-case extensions without dots (D-067). */
  blockedExtensions: readonly string[];
  clock: Clock;
}>;

/**
 * A store of files under random names in two-level folders; each file is complete and on disk, or
 * absent (M-10, S-41, S-42).
 */
export function createFileStore({ root, blockedExtensions, clock }: FileStoreOptions): FileStore {
  const drafts = path.join(root, "drafts");
  const blocked = new Set(blockedExtensions);
  const toAbsolute = (stored: string): string => {
    if (!storedPath.test(stored)) throw new FileError("missing", "This is not the path of a stored file.");
    return path.join(root, stored);
  };
  const derived = createDerivedFiles(drafts, clock);
  return Object.freeze({
    write: (source, file) => writeFile({ root, drafts, blocked }, source, file),
    derive: async (sha256, extension, write) => {
      const stored = `derived/${sha256}.${extension}`;
      await derived.ensure(toAbsolute(stored), write);
      return stored;
    },
    isBlocked: (originalName) => blocked.has(extensionOf(originalName)),
    open: async (stored, range) => {
      const file = toAbsolute(stored);
      const size = await sizeOf(file);
      return { stream: createReadStream(file, range), size, range };
    },
    size: (stored) => Promise.resolve(stored).then(toAbsolute).then(sizeOf),
    locate: toAbsolute,
    list: () => listFiles(root),
    remove: async (stored) => rm(toAbsolute(stored), { force: true }),
    removeAbandoned: async () => {
      const now = clock.now().getTime();
      return (await removeOlder(drafts, now - abandonedAfterMs)) + (await removeOlder(path.join(root, "derived"), now - derivedForMs));
    },
  });
}

interface Folders {
  readonly root: string;
  /** Where files lie until they are complete. */
  readonly drafts: string;
  readonly blocked: ReadonlySet<string>;
}

async function writeFile({ root, drafts, blocked }: Folders, source: Readable | string, file: FileToWrite): Promise<StoredFile> {
  const stream = typeof source === "string" ? createReadStream(source) : source;
  // A sender may disconnect while the folder is being created, before the pipeline listens; the
  // pipeline then reports the error.
  stream.on("error", () => undefined);
  const draft = newDraft(drafts);
  try {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    const written = await writeDraft(stream, draft, file.maxBytes);
    const found = await inspect(draft, { ...file, size: written.size, blocked });
    const stored = await place(root, draft, found.extension);
    return Object.freeze({
      id: newUuid(),
      path: stored,
      ...written,
      ...found,
      originalName: toCleanName(file.originalName),
      inlineAllowed: isInlineType(found.mime),
    });
  } catch (error) {
    stream.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

const newDraft = (drafts: string): string => path.join(drafts, randomBytes(16).toString("hex"));

/** Moves a complete draft to its place in the store; answers its stored path. */
async function place(root: string, draft: string, extension: string): Promise<string> {
  const name = randomBytes(16).toString("hex");
  const stored = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}.${extension}`;
  const target = path.join(root, stored);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await rename(draft, target);
  await syncFolder(path.dirname(target));
  return stored;
}

const isFolder = (name: string): boolean => /^[0-9a-f]{2}$/.test(name);
const namesOf = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function* listFiles(root: string): AsyncGenerator<readonly ListedFile[]> {
  for (const outer of (await namesOf(root)).filter(isFolder)) {
    const listed: ListedFile[] = [];
    for (const inner of (await namesOf(path.join(root, outer))).filter(isFolder))
      for (const name of await namesOf(path.join(root, outer, inner))) {
        const stored = `${outer}/${inner}/${name}`;
        const found = storedPath.test(stored) ? await stat(path.join(root, stored)).catch(() => undefined) : undefined;
        if (found) listed.push({ path: stored, size: found.size, writtenAt: found.mtime });
      }
    if (listed.length > 0) yield listed;
  }
}

async function removeOlder(folder: string, olderThan: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const removals = names.map(async (name) => {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found === undefined || found.mtimeMs > olderThan) return 0;
    await rm(path.join(folder, name), { force: true });
    return 1;
  });
  return (await Promise.all(removals)).reduce((sum: number, each) => sum + each, 0);
}

async function writeDraft(stream: Readable, draft: string, maxBytes: number): Promise<{ sha256: string; size: number }> {
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
  await pipeline(stream, counter, createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }));
  if (size === 0) throw new FileError("empty", "The file is empty.");
  return { sha256: hash.digest("hex"), size };
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
