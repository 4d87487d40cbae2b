import { open } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import { ArchiveError } from "./archiveError.js";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const LONGEST_COMMENT = 65_535;
/** A directory with more files is refused before it is read. */
const MOST_DIRECTORY_BYTES = 32 * 1024 * 1024;

const refuse = (why: string): ArchiveError => new ArchiveError(`The archive cannot be read: ${why}.`);

interface Limits {
  /** Which entry is read, by its name; the first one of several. */
  readonly matches: RegExp;
  /** The most bytes of it, whatever size the archive states. */
  readonly mostBytes: number;
}

/**
 * Reads one file out of a zip archive and the names of all of them; nothing else is unpacked. Throws ArchiveError for what is no zip, is
 * damaged, encrypted or too large.
 */
export async function readZipFile(
  path: string,
  { matches, mostBytes }: Limits,
): Promise<{ readonly name: string; readonly data: Buffer } | null> {
  const file = await open(path, "r");
  const read = async (at: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw refuse("it is cut");
    return buffer;
  };
  try {
    const { size } = await file.stat();
    const tail = await read(Math.max(0, size - 22 - LONGEST_COMMENT), Math.min(size, 22 + LONGEST_COMMENT));
    const end = findEnd(tail);
    const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
    if (length > MOST_DIRECTORY_BYTES) throw refuse("it has too many files");
    const found = findEntry(await read(start, length), matches);
    if (found === null) return null;
    const local = await read(found.at, 30);
    if (local.readUInt32LE(0) !== LOCAL) throw refuse("it is damaged");
    if (found.packedBytes > mostBytes) throw refuse("its text is too large");
    const packed = await read(found.at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), found.packedBytes);
    return { name: found.name, data: unpack(packed, found.method, mostBytes) };
  } catch (error) {
    if (error instanceof RangeError) throw refuse("it is damaged");
    throw error;
  } finally {
    await file.close();
  }
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - 22; at >= 0; at -= 1) if (tail.readUInt32LE(at) === END) return at;
  throw refuse("it is no zip archive, or cut");
}

function findEntry(directory: Buffer, matches: RegExp): { name: string; at: number; method: number; packedBytes: number } | null {
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== ENTRY) throw refuse("it is damaged");
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString("utf8", at + 46, at + 46 + nameLength);
    if (matches.test(name)) {
      if ((directory.readUInt16LE(at + 8) & 1) === 1) throw refuse("it is encrypted");
      return {
        name,
        at: directory.readUInt32LE(at + 42),
        method: directory.readUInt16LE(at + 10),
        packedBytes: directory.readUInt32LE(at + 20),
      };
    }
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return null;
}

function unpack(packed: Buffer, method: number, mostBytes: number): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw refuse("it is packed in an unknown way");
  try {
    return inflateRawSync(packed, { maxOutputLength: mostBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw refuse(isTooLarge ? "its text is too large" : "it is damaged");
  }
}
