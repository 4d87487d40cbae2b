import { crc32, createDeflateRaw } from "node:zlib";
import { Readable } from "node:stream";

/** A file of a zip archive; its bytes are read when its turn comes. */
export interface ZipEntry {
  /** A relative path with slashes. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
/** Sizes come after the bytes, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** The first day that the format knows: an archive says nothing about when its files were made. */
const DAY = 0x21;

interface Written {
  readonly name: Buffer;
  readonly at: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** The fields that a file has in both of its headers. */
function factsOf(crc: number, packed: number, size: number, nameLength: number): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(FLAGS, 2);
  facts.writeUInt16LE(DEFLATED, 4);
  facts.writeUInt16LE(DAY, 8);
  facts.writeUInt32LE(crc, 10);
  facts.writeUInt32LE(packed, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(nameLength, 22);
  return facts;
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

function toDirectoryEntry({ name, at, crc, packed, size }: Written): Buffer {
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(ENTRY, 0);
  fixed.writeUInt16LE(VERSION, 4);
  factsOf(crc, packed, size, name.length).copy(fixed, 6);
  fixed.writeUInt32LE(at, 42);
  return Buffer.concat([fixed, name]);
}

function toEnd(count: number, bytes: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(at, 16);
  return end;
}

/**
 * Writes a zip archive while its entries are read, one after the other. The caller keeps it under 4 GB and 65,535 files, which is what
 * every program that opens such archives understands.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name);
    const head = Buffer.concat([word(LOCAL), factsOf(0, 0, 0, name.length), name]);
    yield head;
    let crc = 0;
    let size = 0;
    let packed = 0;
    const source = Readable.from(
      (async function* () {
        for await (const part of entry.bytes) {
          crc = crc32(part, crc);
          size += part.length;
          yield part;
        }
      })(),
      { objectMode: false },
    );
    const deflate = createDeflateRaw({ level: 6 });
    source.on("error", (error) => deflate.destroy(error));
    for await (const part of source.pipe(deflate) as AsyncIterable<Buffer>) {
      packed += part.length;
      yield part;
    }
    yield Buffer.concat([word(DESCRIPTOR), word(crc), word(packed), word(size)]);
    written.push({ name, at, crc, packed, size });
    at += head.length + packed + 16;
  }
  const directory = Buffer.concat(written.map(toDirectoryEntry));
  yield directory;
  yield toEnd(written.length, directory.length, at);
}
