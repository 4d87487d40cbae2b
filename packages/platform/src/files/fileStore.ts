import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Clock } from "../clock/index.js";
import { newUuid } from "../ids/index.js";
import type { ByteRange } from "./byteRange.js";
import { isInlineType } from "./contentType.js";
import { createDerivedFiles } from "./derivedFiles.js";
import { newDraft, newStoredPath, removeOlder, writeDraft } from "./drafts.js";
import { FileError, type FileErrorCode } from "./fileError.js";
import { extensionOf, toCleanName } from "./fileName.js";
import type { BorrowedFile, FilePlace, FileToShow, ListedFile } from "./filePlace.js";
import { createFolderPlace } from "./folderPlace.js";
import { inspect } from "./inspect.js";

const storedPath = /^(?:[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}|derived\/[0-9a-f]{64})\.[a-z0-9]{1,10}$/;
const derivedForMs = 7 * 24 * 60 * 60 * 1_000;
const abandonedAfterMs = 24 * 60 * 60 * 1_000;

type FileToWrite = Readonly<{
  /** The name from the sender; only metadata. */
  originalName: string;
  /** The sender's claimed type; never trusted. */
  declaredMime: string;
  maxBytes: number;
  /** Keeps a dangerous file, too: its receiver must see to it that only administrators get it. */
  keepsDanger?: boolean;
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
  /** Colours of each dot, of a jpeg: 4 are those of print. */
  channels: number | undefined;
  depth: number | undefined;
  moves: boolean | undefined;
  /** How a film in an mp4 is written, where not every browser plays it (RFC 6381). */
  codec: string | undefined;
  /** The code of its refusal where it is dangerous and was kept; null for a harmless file. */
  danger: FileErrorCode | null;
}>;

type OpenedFile = Readonly<{ stream: Readable; size: number; range: ByteRange | undefined }>;

/** Every method that reads or writes complete files throws FilesUnavailable while their place cannot be used. */
export type FileStore = Readonly<{
  /**
   * Streams a source, or copies the file at a path, into the store: hashed, counted, typed by
   * content, and kept before it resolves. Throws FileError for dangerous, empty and oversized
   * files; on any error nothing is left behind, and a source stream is destroyed.
   */
  write: (source: Readable | string, file: FileToWrite) => Promise<StoredFile>;
  /** Whether files of this name are refused; the name may be known only after the bytes. */
  isBlocked: (originalName: string) => boolean;
  /**
   * The bytes of a stored path, all or a range; FileError ERR_NO_FILE when there is none. The
   * caller must read or destroy the stream.
   */
  open: (storedPath: string, range?: ByteRange) => Promise<OpenedFile>;
  /** Size in bytes; FileError ERR_NO_FILE when there is none. */
  size: (storedPath: string) => Promise<number>;
  /**
   * A stored file as a file of this machine, for programs and connectors that read a path; the
   * caller must give it back and not write to it. FileError ERR_NO_FILE for a path that is not
   * stored, or at the latest when it is read.
   */
  borrow: (storedPath: string) => Promise<BorrowedFile>;
  /**
   * A file that is derived from a stored file, by the digest of that file; `make` writes it to the
   * given path when it does not exist. Returns its stored path. It is deleted seven days after its
   * last request; in a bucket up to a day sooner or later.
   */
  derive: (sha256: string, extension: string, make: (target: string) => Promise<void>) => Promise<string>;
  /**
   * Keeps bytes under the stored path that they had elsewhere, as in a backup. A file of that path
   * and size is the same one, because no path is used twice; then the source is not opened, unless the caller knows that the file is
   * damaged (`isDamaged`). Returns whether it was kept now. A local disk is not flushed.
   */
  adopt: (storedPath: string, size: number, source: () => Readable | Promise<Readable>, isDamaged?: boolean) => Promise<boolean>;
  /** Removes a file; succeeds when it is already gone. */
  remove: (storedPath: string) => Promise<void>;
  /**
   * Removes drafts of dead writers after 24 h, and derived files without requests; returns how
   * many.
   */
  removeAbandoned: () => Promise<number>;
  /** The complete files of the store, in parts; drafts and derived files are left out. */
  list: () => AsyncGenerator<readonly ListedFile[]>;
  /** Whether the place of complete files can be used now; a folder always can. */
  isUsable: () => Promise<boolean>;
  /** The address, valid for at most five minutes, at which a browser loads a file itself; null where only the api serves files. */
  link: (storedPath: string, file: FileToShow) => string | null;
}>;

export type FileStoreOptions = Readonly<{
  /** Folder of drafts, and of all files where there is no other `place`; created on first use. */
  root: string;
  /** Where complete files are kept; by default in `root`. */
  place?: FilePlace;
  /** Lower-case extensions without dots. */
  blockedExtensions: readonly string[];
  clock: Clock;
}>;

/**
 * A store of files under random names in two-level folders; each file is complete and kept, or
 * absent.
 */
export function createFileStore({ root, place = createFolderPlace(root), blockedExtensions, clock }: FileStoreOptions): FileStore {
  const drafts = path.join(root, "drafts");
  const blocked = new Set(blockedExtensions);
  const derived = createDerivedFiles(drafts, place, clock);
  return Object.freeze({
    write: (source, file) => writeFile({ drafts, place, blocked }, source, file),
    derive: async (sha256, extension, write) => {
      const stored = checked(`derived/${sha256}.${extension}`);
      await derived.ensure(stored, write);
      return stored;
    },
    isBlocked: (originalName) => blocked.has(extensionOf(originalName)),
    open: async (stored, range) => ({ ...(await place.open(checked(stored), range)), range }),
    size: async (stored) => place.size(checked(stored)),
    borrow: async (stored) => place.borrow(checked(stored), drafts),
    adopt: async (stored, size, source, isDamaged = false) => {
      if (!isDamaged && (await sizeIn(place, checked(stored))) === size) return false;
      await adoptFile({ drafts, place }, checked(stored), size, source);
      return true;
    },
    list: () => listStored(place),
    remove: async (stored) => place.remove(checked(stored)),
    removeAbandoned: async () => {
      const now = clock.now().getTime();
      return (await removeOlder(drafts, now - abandonedAfterMs)) + (await place.removeDerived(new Date(now - derivedForMs)));
    },
    isUsable: place.isUsable,
    link: (stored, file) => place.link(checked(stored), file, clock.now()),
  });
}

/** The path itself; throws FileError ERR_NO_FILE when it is not of the store's form. */
function checked(stored: string): string {
  if (!storedPath.test(stored)) throw new FileError("missing", "This is not the path of a stored file.");
  return stored;
}

async function* listStored(place: FilePlace): AsyncGenerator<readonly ListedFile[]> {
  for await (const part of place.list()) {
    const stored = part.filter((file) => storedPath.test(file.path) && !file.path.startsWith("derived/"));
    if (stored.length > 0) yield stored;
  }
}

interface Parts {
  /** Where files lie until they are complete. */
  readonly drafts: string;
  readonly place: FilePlace;
  readonly blocked: ReadonlySet<string>;
}

async function writeFile({ drafts, place, blocked }: Parts, source: Readable | string, file: FileToWrite): Promise<StoredFile> {
  const stream = typeof source === "string" ? createReadStream(source) : source;
  // A sender may disconnect while the folder is being created, before the pipeline listens; the
  // pipeline then reports the error.
  stream.on("error", () => undefined);
  const draft = newDraft(drafts);
  try {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    const written = await writeDraft(stream, draft, { maxBytes: file.maxBytes, isLasting: true });
    if (written.size === 0) throw new FileError("empty", "The file is empty.");
    const found = await inspect(draft, { ...file, size: written.size, blocked });
    const stored = newStoredPath(found.extension);
    await place.keep({ file: draft, ...written, mime: found.mime, isLasting: true }, stored);
    return Object.freeze({
      id: newUuid(),
      path: stored,
      ...written,
      ...found,
      originalName: toCleanName(file.originalName || `file.${found.extension}`),
      inlineAllowed: isInlineType(found.mime),
    });
  } catch (error) {
    stream.destroy();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function adoptFile(
  { drafts, place }: Omit<Parts, "blocked">,
  stored: string,
  size: number,
  source: () => Readable | Promise<Readable>,
): Promise<void> {
  const draft = newDraft(drafts);
  try {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    const written = await writeDraft(await source(), draft, { maxBytes: size, isLasting: false });
    if (written.size !== size) throw new Error(`The source ended after ${written.size} of ${size} bytes.`);
    await place.keep({ file: draft, ...written, isLasting: false }, stored);
  } finally {
    await rm(draft, { force: true });
  }
}

async function sizeIn(place: FilePlace, stored: string): Promise<number | null> {
  try {
    return await place.size(stored);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}
