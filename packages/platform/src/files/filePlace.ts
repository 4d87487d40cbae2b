import type { Readable } from "node:stream";
import type { ByteRange } from "./byteRange.js";

/** A complete file: its stored path, its bytes, and when it was written. */
export type ListedFile = Readonly<{ path: string; size: number; writtenAt: Date }>;

/** A stored file that a program may read at `path` until it is given back. */
export type BorrowedFile = Readonly<{ path: string; giveBack: () => Promise<void> }>;

/** What a browser is told of a file that it loads itself. */
export type FileToShow = Readonly<{ contentType: string; contentDisposition: string; cacheControl: string }>;

/** A complete file that gets its stored path. */
export type Draft = Readonly<{
  /** Its place on this machine; the file may be moved from there. */
  file: string;
  /** In hex; absent where nobody has computed it. */
  sha256?: string;
  size?: number;
  mime?: string;
  /** Whether it must outlast a power cut when it is kept; otherwise the caller flushes the disk. */
  isLasting: boolean;
}>;

/**
 * Where complete files are kept: a folder or a bucket. Paths are those of the store, and checked already. Throws FileError
 * ERR_NO_FILE for a file that is not there, and FilesUnavailable while the place cannot be used.
 */
export interface FilePlace {
  /** Keeps a draft under a path, whole or not at all. */
  keep(draft: Draft, stored: string): Promise<void>;
  open(stored: string, range: ByteRange | undefined): Promise<Readonly<{ stream: Readable; size: number }>>;
  size(stored: string): Promise<number>;
  /** `drafts` is a folder for a copy, which is deleted when it is given back. */
  borrow(stored: string, drafts: string): Promise<BorrowedFile>;
  remove(stored: string): Promise<void>;
  list(): AsyncGenerator<readonly ListedFile[]>;
  /** Whether a derived file is there, and for how long it will be: the request at `now` counts. */
  renew(stored: string, now: Date): Promise<boolean>;
  /** Removes derived files whose last request was earlier; returns how many. */
  removeDerived(before: Date): Promise<number>;
  /** Whether files can be read and written now; asks for at most a few seconds. */
  isUsable(): Promise<boolean>;
  link(stored: string, file: FileToShow, now: Date): string | null;
}
