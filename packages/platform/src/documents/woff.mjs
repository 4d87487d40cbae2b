/** Unpacks a WOFF font. The font library would unpack a whole table again for every character. */
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

const HEADER = 44;
const ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** @typedef {{ tag: Buffer, checksum: number, data: Buffer }} Table */

/**
 * The font of a .woff file as TrueType.
 * @param {string} file
 * @returns {Buffer}
 */
export function readWoff(file) {
  const woff = readFileSync(file);
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_unused, at) => readTable(woff, HEADER + at * ENTRY));
  const header = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  let offset = header.length;
  tables.forEach(({ tag, checksum, data }, at) => {
    const place = SFNT_HEADER + at * SFNT_ENTRY;
    tag.copy(header, place);
    header.writeUInt32BE(checksum, place + 4);
    header.writeUInt32BE(offset, place + 8);
    header.writeUInt32BE(data.length, place + 12);
    offset += data.length + padding(data);
  });
  return Buffer.concat([header, ...tables.flatMap(({ data }) => [data, Buffer.alloc(padding(data))])]);
}

/** @param {Buffer} data */
const padding = (data) => (4 - (data.length % 4)) % 4;

/**
 * @param {Buffer} woff
 * @param {number} at
 * @returns {Table}
 */
function readTable(woff, at) {
  const offset = woff.readUInt32BE(at + 4);
  const packed = woff.readUInt32BE(at + 8);
  const size = woff.readUInt32BE(at + 12);
  const stored = woff.subarray(offset, offset + packed);
  return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), data: packed < size ? inflateSync(stored) : stored };
}
