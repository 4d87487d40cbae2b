import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { errorCode } from "../errors/index.js";
import { ArchiveError, damaged, paddingOf, readTarHeader, TAR_BLOCK } from "./tar.js";
import { createFrameOpener, FRAME_BYTES, SEALED_FRAME_BYTES, SEALED_HEADER_BYTES, SEALED_MAGIC } from "./sealing.js";

/** One file of an archive. What is not read is skipped when the next entry is asked for. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** SHA-256 of the archive's unencrypted bytes before this entry, in hex. */
  readonly digestBefore: string;
  pieces(): AsyncGenerator<Buffer>;
  /** The whole content; throws ArchiveError when it is larger than `maxBytes`. */
  read(maxBytes: number): Promise<Buffer>;
}

/** Bytes of the archive in order, hashed as they are taken. */
class ByteSource {
  readonly #hash = createHash("sha256");
  #rest: Buffer = Buffer.alloc(0);

  constructor(readonly source: AsyncGenerator<Buffer>) {}

  digest(): string {
    return this.#hash.copy().digest("hex");
  }

  /** Between 1 and `most` bytes. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.source.next();
      if (next.done === true) throw damaged("its end is missing");
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    this.#hash.update(taken);
    return taken;
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      const part = await this.some(missing);
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Reads the rest, which proves that the last frame of an encrypted archive is there. */
  async drain(): Promise<void> {
    while ((await this.source.next()).done !== true);
  }
}

async function* plainPieces(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(FRAME_BYTES), 0, FRAME_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* sealedPieces(handle: FileHandle, passphrase: string): AsyncGenerator<Buffer> {
  const { size } = await handle.stat();
  const header = Buffer.alloc(SEALED_HEADER_BYTES);
  await handle.read(header, 0, header.length, 0);
  const openFrame = await createFrameOpener(passphrase, header);
  for (let at = SEALED_HEADER_BYTES; ;) {
    const isLast = size - at <= SEALED_FRAME_BYTES;
    const sealed = Buffer.allocUnsafe(Math.max(0, Math.min(SEALED_FRAME_BYTES, size - at)));
    await handle.read(sealed, 0, sealed.length, at);
    yield openFrame(sealed, isLast);
    if (isLast) return;
    at += sealed.length;
  }
}

async function* entriesOf(bytes: ByteSource): AsyncGenerator<ArchiveEntry> {
  for (;;) {
    const digestBefore = bytes.digest();
    const header = readTarHeader(await bytes.exactly(TAR_BLOCK));
    if (header === null) return bytes.drain();
    let left = header.size;
    async function* pieces(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const piece = await bytes.some(left);
        left -= piece.length;
        yield piece;
      }
    }
    const read = async (maxBytes: number): Promise<Buffer> => {
      if (header.size > maxBytes) throw damaged(`${header.name} is too large`);
      return bytes.exactly(left).finally(() => (left = 0));
    };
    yield { ...header, digestBefore, pieces, read };
    while (left > 0) left -= (await bytes.some(left)).length;
    await bytes.exactly(paddingOf(header.size));
  }
}

/** Whether a file is an encrypted archive. Throws ArchiveError when it is no archive or cannot be read. */
export async function isSealedArchive(file: string): Promise<boolean> {
  return withFile(file, async (handle) => {
    const start = Buffer.alloc(TAR_BLOCK);
    const { bytesRead } = await handle.read(start, 0, TAR_BLOCK, 0);
    if (bytesRead >= SEALED_MAGIC.length && start.subarray(0, SEALED_MAGIC.length).equals(SEALED_MAGIC)) return true;
    if (start.subarray(257, 262).toString() !== "ustar") throw new ArchiveError(`${file} is no backup of Balcão. Nothing was changed.`);
    return false;
  });
}

async function withFile<T>(file: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, "r").catch((error: unknown) => {
    throw new ArchiveError(`${file} cannot be read (${errorCode(error) ?? "unknown error"}). Nothing was changed.`);
  });
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/**
 * Reads an archive from its beginning and calls `each` with every entry, one at a time. Throws ArchiveError where it is cut or was
 * changed in a way that its form shows.
 */
export function readArchive(file: string, passphrase: string | null, each: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  return withFile(file, async (handle) => {
    const pieces = passphrase === null ? plainPieces(handle) : sealedPieces(handle, passphrase);
    for await (const entry of entriesOf(new ByteSource(pieces))) await each(entry);
  });
}
