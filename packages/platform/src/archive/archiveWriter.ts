import { createHash, type Hash } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../errors/index.js";
import { ArchiveError, paddingOf, TAR_BLOCK, toTarHeader } from "./tar.js";
import { createFrameCipher, FRAME_BYTES, USUAL_COST, type FrameCipher } from "./sealing.js";

const READ_BYTES = 1024 * 1024;

/** Writes one archive: a tar file, or an encrypted one. It has its name only when it is complete. */
export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  /** Adds a file of the disk; false, and nothing added, when there is none. Returns its bytes. */
  addFile(name: string, file: string): Promise<number | false>;
  /** SHA-256 of the archive's unencrypted bytes so far, in hex. */
  digest(): string;
  /** Ends the archive, on disk and then under its name. Returns its bytes. When `record` fails, the archive gets no name. */
  close(record?: (bytes: number) => Promise<void>): Promise<number>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** The end of the archive file: counts bytes, encrypts if there is a cipher, and reports a full disk as a sentence. */
class Sink {
  bytes = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(
    readonly handle: FileHandle,
    readonly cipher: FrameCipher | null,
  ) {}

  async write(content: Buffer): Promise<void> {
    this.#held.push(content);
    this.#heldBytes += content.length;
    if (this.#heldBytes <= FRAME_BYTES) return;
    let rest = Buffer.concat(this.#held);
    for (; rest.length > FRAME_BYTES; rest = rest.subarray(FRAME_BYTES)) await this.#writeFrame(rest.subarray(0, FRAME_BYTES), false);
    this.#held = [rest];
    this.#heldBytes = rest.length;
  }

  async end(): Promise<void> {
    await this.#writeFrame(Buffer.concat(this.#held), true);
    await this.handle.sync();
  }

  async #writeFrame(frame: Buffer, isLast: boolean): Promise<void> {
    await this.writeRaw(this.cipher ? this.cipher.seal(frame, isLast) : frame);
  }

  async writeRaw(content: Buffer): Promise<void> {
    await this.handle.writeFile(content).catch((error: unknown) => {
      if (errorCode(error) !== "ENOSPC" && errorCode(error) !== "EDQUOT") throw error;
      throw new ArchiveError("The disk of the backup is full. Make room, or name another place with --to.", { cause: error });
    });
    this.bytes += content.length;
  }
}

async function addFromDisk(file: string, name: string, write: (content: Buffer) => Promise<void>): Promise<number | false> {
  const source = await open(file, "r").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
  if (!source) return false;
  try {
    const { size, mtime } = await source.stat();
    await write(toTarHeader(name, size, mtime));
    for (let done = 0; done < size;) {
      const { buffer, bytesRead } = await source.read(Buffer.allocUnsafe(Math.min(READ_BYTES, size - done)));
      if (bytesRead === 0) throw new ArchiveError(`${file} became shorter while it was copied. Try again.`);
      await write(buffer.subarray(0, bytesRead));
      done += bytesRead;
    }
    await write(Buffer.alloc(paddingOf(size)));
    return size;
  } finally {
    await source.close();
  }
}

/** Creates an archive, with a passphrase an encrypted one; tests lower the cost of the passphrase. Throws ArchiveError when the file exists or cannot be made. */
export async function createArchive(file: string, passphrase: string | null, cost = USUAL_COST): Promise<ArchiveWriter> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.part`);
  if (await exists(file)) throw new ArchiveError(`${file} exists already. Name another place with --to.`);
  const handle = await open(draft, "wx", 0o600).catch((error: unknown) => {
    if (errorCode(error) === "EEXIST") throw new ArchiveError(`${file} is being written by another backup. Name another place with --to.`);
    throw new ArchiveError(
      `${path.dirname(file)} cannot be written (${errorCode(error) ?? "unknown error"}). Name another place with --to.`,
    );
  });
  const sink = new Sink(handle, passphrase === null ? null : await createFrameCipher(passphrase, cost));
  if (sink.cipher) await sink.writeRaw(sink.cipher.header);
  const hash: Hash = createHash("sha256");
  const write = async (content: Buffer): Promise<void> => {
    hash.update(content);
    await sink.write(content);
  };
  return {
    add: async (name, content) => {
      await write(toTarHeader(name, content.length, new Date()));
      await write(content);
      await write(Buffer.alloc(paddingOf(content.length)));
    },
    addFile: (name, source) => addFromDisk(source, name, write),
    digest: () => hash.copy().digest("hex"),
    close: async (record) => {
      await write(Buffer.alloc(2 * TAR_BLOCK));
      await sink.end();
      await handle.close();
      await record?.(sink.bytes);
      await rename(draft, file);
      return sink.bytes;
    },
    discard: async () => {
      await handle.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

async function exists(file: string): Promise<boolean> {
  const handle = await open(file, "r").catch(() => null);
  await handle?.close();
  return handle !== null;
}
