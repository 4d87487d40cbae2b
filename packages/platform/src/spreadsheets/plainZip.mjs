/**
 * Reads the parts of an .xlsx or .ods file that hold its cells. Whatever else an archive contains (macros,
 * links to other files, pictures) is never unpacked.
 */
import { Buffer } from "node:buffer";
import { crc32, inflateRawSync } from "node:zlib";
import { SheetFault } from "./sheetFault.mjs";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 5_000;
const NEEDED =
  /^(mimetype|styles\.xml|content\.xml|META-INF\/manifest\.xml|\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels|xl\/worksheets\/[^/]+\.xml)$/i;

/** @typedef {{ name: string, data: Buffer }} Part */

/**
 * Unpacks the parts that hold cells, at most `mostBytes` together, whatever size the archive states.
 * @param {Buffer} file
 * @param {number} mostBytes
 * @returns {Part[]}
 */
export function unpackParts(file, mostBytes) {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw new SheetFault("unpacked");
  /** @type {Part[]} */
  const parts = [];
  let at = file.readUInt32LE(end + 16);
  let left = mostBytes;
  for (let n = 0; n < count; n += 1) {
    if (file.readUInt32LE(at) !== ENTRY) throw new SheetFault("damaged");
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength).replaceAll("\\", "/");
    if (NEEDED.test(name)) {
      const data = unpack(file, at, left);
      left -= data.length;
      parts.push({ name, data });
    }
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

/**
 * Packs parts into an archive without compression.
 * @param {readonly Part[]} parts
 * @returns {Buffer}
 */
export function packParts(parts) {
  const locals = [];
  const entries = [];
  let at = 0;
  for (const { name, data } of parts) {
    const bytes = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(bytes.length, 22);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(ENTRY, 0);
    facts.copy(entry, 6);
    entry.writeUInt32LE(at, 42);
    const local = [word(LOCAL), facts, bytes, data];
    locals.push(...local);
    entries.push(entry, bytes);
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** @param {number} value */
function word(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** @param {Buffer} file */
function findEnd(file) {
  const lowest = Math.max(0, file.length - 22 - LONGEST_COMMENT);
  for (let at = file.length - 22; at >= lowest; at -= 1) if (file.readUInt32LE(at) === END) return at;
  throw new SheetFault("damaged");
}

/**
 * @param {Buffer} file
 * @param {number} entry
 * @param {number} mostBytes
 */
function unpack(file, entry, mostBytes) {
  const isEncrypted = (file.readUInt16LE(entry + 8) & 1) === 1;
  if (isEncrypted) throw new SheetFault("locked");
  const method = file.readUInt16LE(entry + 10);
  const size = file.readUInt32LE(entry + 20);
  const local = file.readUInt32LE(entry + 42);
  if (file.readUInt32LE(local) !== LOCAL) throw new SheetFault("damaged");
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const packed = file.subarray(start, start + size);
  if (method === 0 ? packed.length > mostBytes : mostBytes <= 0) throw new SheetFault("unpacked");
  if (method === 0) return packed;
  if (method !== 8) throw new SheetFault("damaged");
  try {
    return inflateRawSync(packed, { maxOutputLength: mostBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new SheetFault(isTooLarge ? "unpacked" : "damaged");
  }
}
