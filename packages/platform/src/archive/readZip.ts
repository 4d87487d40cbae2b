import { open, type FileHandle } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { promisify } from "node:util";
import { createInflateRaw, inflateRaw } from "node:zlib";
import { inTurns } from "../loops/index.js";
import { ArchiveError } from "./tar.js";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Archives above 4 GB or 65,535 files keep sizes and places in 64 bits: where the usual field is full, another one says it. */
const LARGE_END = 0x06064b50;
const LARGE_PLACE = 0x07064b50;
const FULL = 0xffffffff;
const LARGE_FIELD = 0x0001;
const LONGEST_COMMENT = 65_535;
/** A directory with more files is refused before it is read. */
const MOST_DIRECTORY_BYTES = 32 * 1024 * 1024;

const refuse = (why: string): ArchiveError => new ArchiveError(`The archive cannot be read: ${why}.`);

interface Entry {
  readonly name: string;
  /** Where its local header begins. */
  readonly at: number;
  readonly method: number;
  readonly packedBytes: number;
  readonly isEncrypted: boolean;
}

/** An open zip archive, whose entries are read without unpacking anything to a disk. */
export interface ZipArchive {
  readonly names: readonly string[];
  /** The bytes of an entry by its name; of several with one name the first; null for none. */
  stream(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** The same at once; throws ArchiveError for more than `mostBytes`, whatever size the archive states. */
  read(name: string, mostBytes: number): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** Opens a zip archive by its directory. Throws ArchiveError for what is no zip or is damaged, and later for an entry that is, or is encrypted. */
export async function openZip(path: string): Promise<ZipArchive> {
  const file = await open(path, "r");
  const read = async (at: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw refuse("it is cut");
    return buffer;
  };
  const bodyOf = async ({ at, isEncrypted, method }: Entry): Promise<number> => {
    if (isEncrypted) throw refuse("it is encrypted");
    if (method !== 0 && method !== 8) throw refuse("it is packed in an unknown way");
    const local = await read(at, 30);
    if (local.readUInt32LE(0) !== LOCAL) throw refuse("it is damaged");
    return at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  };
  try {
    const { size } = await file.stat();
    const tail = await read(Math.max(0, size - 22 - LONGEST_COMMENT), Math.min(size, 22 + LONGEST_COMMENT));
    const end = findEnd(tail);
    const small = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)] as const;
    const isLarge = small.includes(FULL) || tail.readUInt16LE(end + 10) === 0xffff;
    const [length, start] = isLarge ? await largeEnd(read, size - tail.length + end) : small;
    if (length > MOST_DIRECTORY_BYTES) throw refuse("it has too many files");
    const entries = await inTurns(entriesOf(await read(start, length)));
    return {
      names: [...entries.keys()],
      stream: async (name) => {
        const entry = entries.get(name.normalize());
        if (entry === undefined) return null;
        const at = await bodyOf(entry);
        return unpacked(parts(file, at, at + entry.packedBytes), entry.method);
      },
      read: async (name, mostBytes) => {
        const entry = entries.get(name.normalize());
        if (entry === undefined) return null;
        const at = await bodyOf(entry);
        if (entry.packedBytes > mostBytes) throw refuse("its text is too large");
        return await unpack(await read(at, entry.packedBytes), entry.method, mostBytes);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error instanceof RangeError ? refuse("it is damaged") : error;
  }
}

const PART = 64 * 1024;

/** The bytes of a file between two places. */
async function* parts(file: FileHandle, from: number, until: number): AsyncGenerator<Buffer> {
  for (let at = from; at < until;) {
    const length = Math.min(PART, until - at);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead === 0) throw refuse("it is cut");
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The bytes of an entry as they are unpacked; what is damaged throws ArchiveError where it is reached. */
async function* unpacked(packed: AsyncGenerator<Buffer>, method: number): AsyncGenerator<Buffer> {
  if (method === 0) {
    yield* packed;
    return;
  }
  const bytes: Readable = pipeline(packed, createInflateRaw(), () => undefined);
  try {
    yield* bytes as AsyncIterable<Buffer>;
  } catch (error) {
    throw error instanceof ArchiveError ? error : refuse("it is damaged");
  } finally {
    bytes.destroy();
  }
}

/** How long the directory of an archive is, and where, by the records before its usual end. */
async function largeEnd(read: (at: number, length: number) => Promise<Buffer>, end: number): Promise<readonly [number, number]> {
  const place = await read(Math.max(0, end - 20), 20);
  if (place.readUInt32LE(0) !== LARGE_PLACE) throw refuse("it is damaged");
  const record = await read(large(place, 8), 56);
  if (record.readUInt32LE(0) !== LARGE_END) throw refuse("it is damaged");
  return [large(record, 40), large(record, 48)];
}

/** A number of 64 bits; no file is as long as those that are not exact. */
function large(bytes: Buffer, at: number): number {
  const number = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(number)) throw refuse("it is damaged");
  return number;
}

/** The numbers of an entry that do not fit in their usual fields, in their order. */
function* largeNumbers(extra: Buffer): Generator<number, undefined> {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== LARGE_FIELD) continue;
    const until = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    for (let number = at + 4; number + 8 <= until; number += 8) yield large(extra, number);
  }
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - 22; at >= 0; at -= 1) if (tail.readUInt32LE(at) === END) return at;
  throw refuse("it is no zip archive, or cut");
}

/** The entries of a directory by their names, in its order. */
function* entriesOf(directory: Buffer): Generator<undefined, Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= directory.length;) {
    yield;
    if (directory.readUInt32LE(at) !== ENTRY) throw refuse("it is damaged");
    const nameLength = directory.readUInt16LE(at + 28);
    // A Mac writes letters and their accents apart; the text beside them does not.
    const name = directory.toString("utf8", at + 46, at + 46 + nameLength).normalize();
    const extraLength = directory.readUInt16LE(at + 30);
    const numbers = largeNumbers(directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
    const numberAt = (place: number): number => {
      const small = directory.readUInt32LE(place);
      const number = small === FULL ? numbers.next().value : small;
      if (number === undefined) throw refuse("it is damaged");
      return number;
    };
    // They are there in this order: its size, packed, and where it begins.
    numberAt(at + 24);
    const packedBytes = numberAt(at + 20);
    const entry = { name, packedBytes, at: numberAt(at + 42), method: directory.readUInt16LE(at + 10) };
    if (!entries.has(name)) entries.set(name, { ...entry, isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1 });
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function unpack(packed: Buffer, method: number, mostBytes: number): Promise<Buffer> {
  if (method === 0) return packed;
  try {
    return await promisify(inflateRaw)(packed, { maxOutputLength: mostBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw refuse(isTooLarge ? "its text is too large" : "it is damaged");
  }
}
