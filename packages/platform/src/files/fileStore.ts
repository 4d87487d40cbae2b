import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../clock/index.js";
import { errorCode } from "../errors/index.js";
import { newUuid } from "../ids/index.js";
import type { ByteRange } from "./byteRange.js";
import { isInlineType } from "./contentType.js";
import { FileError } from "./fileError.js";
import { extensionOf, toCleanName } from "./fileName.js";
import { inspect } from "./inspect.js";

const storedPath = /^(?:[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}|derived\/[0-9a-f]{64})\.[a-z0-9]{1,10}$/;
const derivedForMs = 7 * 24 * 60 * 60 * 1_000;
const abandonedAfterMs = 24 * 60 * 60 * 1_000;

export type FileToWrite = Readonly<{
  /** The name people gave it; only metadata. */
  originalName: string;
  /** What the sender claims; never trusted (S-41). */
  declaredMime: string;
  maxBytes: number;
}>;

/** A file as it lies in the store. */
export type StoredFile = Readonly<{
  id: string;
  /** Relative to the store's root; what the database keeps. */
  path: string;
  sha256: string;
  size: number;
  mime: string;
  extension: string;
  originalName: string;
  inlineAllowed: boolean;
  /** Pixels, for jpeg, png, gif and webp. */
  width: number | undefined;
  height: number | undefined;
  /** Milliseconds, for Ogg/Opus voice notes. */
  durationMs: number | undefined;
}>;

export type OpenedFile = Readonly<{ stream: Readable; size: number; range: ByteRange | undefined }>;

export type FileStore = Readonly<{
  /**
   * Streams a source (or copies the file at a path) into the store: hashed, counted, typed by content, on
   * disk before it returns. Throws FileError for blocked, empty, oversized files and pixel floods; whatever
   * the error, nothing is left behind. A source stream is destroyed on failure.
   */
  write: (source: Readable | string, file: FileToWrite) => Promise<StoredFile>;
  /** Whether files of this name are refused (D-067); the name may come long after the bytes. */
  isBlocked: (originalName: string) => boolean;
  /** The bytes of a stored path, all or a range; FileError ERR_NO_FILE when there is none. The caller reads or destroys the stream. */
  open: (storedPath: string, range?: ByteRange) => Promise<OpenedFile>;
  /** Size in bytes; FileError ERR_NO_FILE when there is none. */
  size: (storedPath: string) => Promise<number>;
  /** Where the bytes of a stored path lie, for a connector that reads them itself. FileError ERR_NO_FILE for what is no stored path. */
  locate: (storedPath: string) => string;
  /**
   * Something made from a stored file, by the digest of that file; `make` writes it to the path that it gets, unless it is there. Answers its
   * stored path. It is kept until nobody has asked for it for seven days.
   */
  derive: (sha256: string, extension: string, make: (target: string) => Promise<void>) => Promise<string>;
  /** Removes a file; one that is gone already is fine. */
  remove: (storedPath: string) => Promise<void>;
  /** Removes what writers that died left behind more than 24 h ago, and derived files that nobody wants; returns how many. */
  removeAbandoned: () => Promise<number>;
}>;

export type FileStoreOptions = Readonly<{
  /** Folder of the store; made on first use. */
  root: string;
  /** Lower-case extensions without dots (D-067). */
  blockedExtensions: readonly string[];
  clock: Clock;
}>;

/** A store of files under random names in two-level folders, each complete and on disk or not there at all (M-10, S-41, S-42). */
export function createFileStore({ root, blockedExtensions, clock }: FileStoreOptions): FileStore {
  const drafts = path.join(root, "drafts");
  const blocked = new Set(blockedExtensions);

  const toAbsolute = (stored: string): string => {
    if (!storedPath.test(stored)) throw new FileError("missing", "This is not the path of a stored file.");
    return path.join(root, stored);
  };

  const write = async (source: Readable | string, file: FileToWrite): Promise<StoredFile> => {
    const stream = typeof source === "string" ? createReadStream(source) : source;
    // A sender may break off while the folder is being made, before the pipeline listens; the pipeline then reports it.
    stream.on("error", () => undefined);
    const draft = path.join(drafts, randomBytes(16).toString("hex"));
    try {
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      const written = await writeDraft(stream, draft, file.maxBytes);
      const found = await inspect(draft, { ...file, size: written.size, blocked });
      const stored = await place(draft, found.extension);
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
  };

  const place = async (draft: string, extension: string): Promise<string> => {
    const name = randomBytes(16).toString("hex");
    const stored = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}.${extension}`;
    const target = path.join(root, stored);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(draft, target);
    await syncFolder(path.dirname(target));
    return stored;
  };

  /** What is being made now, so that two who ask at once wait for one. */
  const making = new Map<string, Promise<void>>();
  const make = async (target: string, write: (draft: string) => Promise<void>): Promise<void> => {
    const draft = path.join(drafts, randomBytes(16).toString("hex"));
    try {
      for (const folder of [drafts, path.dirname(target)]) await mkdir(folder, { recursive: true, mode: 0o700 });
      await write(draft);
      await rename(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  };
  const derive: FileStore["derive"] = async (sha256, extension, write) => {
    const stored = `derived/${sha256}.${extension}`;
    const target = toAbsolute(stored);
    const now = clock.now();
    const isThere = await utimes(target, now, now).then(
      () => true,
      () => false,
    );
    if (isThere) return stored;
    const work = making.get(stored) ?? make(target, write).finally(() => making.delete(stored));
    making.set(stored, work);
    await work;
    return stored;
  };
  const removeOlder = async (folder: string, ageMs: number): Promise<number> => {
    const names = await readdir(folder).catch(() => []);
    const removals = names.map(async (name) => {
      const found = await stat(path.join(folder, name)).catch(() => undefined);
      if (found === undefined || clock.now().getTime() - found.mtimeMs < ageMs) return 0;
      await rm(path.join(folder, name), { force: true });
      return 1;
    });
    return (await Promise.all(removals)).reduce((sum: number, each) => sum + each, 0);
  };

  return Object.freeze({
    write,
    derive,
    isBlocked: (originalName) => blocked.has(extensionOf(originalName)),
    open: async (stored, range) => {
      const file = toAbsolute(stored);
      const size = await sizeOf(file);
      return { stream: createReadStream(file, range), size, range };
    },
    size: (stored) => Promise.resolve(stored).then(toAbsolute).then(sizeOf),
    locate: toAbsolute,
    remove: async (stored) => rm(toAbsolute(stored), { force: true }),
    removeAbandoned: async () =>
      (await removeOlder(drafts, abandonedAfterMs)) + (await removeOlder(path.join(root, "derived"), derivedForMs)),
  });
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

/** Makes the new name survive a power cut; not every file system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
