import { crc32, deflateRawSync } from "node:zlib";

interface ZippedFile {
  readonly name: string;
  readonly data: Buffer;
}

const HEAD_BYTES = 26;
const DEFLATED = 8;

/** A zip archive; `isPacked` makes it smaller than its files. */
export function zipFile(files: readonly ZippedFile[], isPacked = false): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, data } of files) {
    const [bytes, packed] = [Buffer.from(name), isPacked ? deflateRawSync(data) : data];
    const facts = Buffer.alloc(HEAD_BYTES);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isPacked ? DEFLATED : 0, 4);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(bytes.length, 22);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(at);
    entries.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), facts, Buffer.alloc(10), place, bytes]));
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), facts, bytes, packed]);
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
