import { once } from "node:events";
import { crc32, createDeflateRaw } from "node:zlib";
import { toHarmless } from "./writeCsv.js";

const XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const MAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const SHEET_MIME = `${MAIN}.sheet`;

/** Text is collected up to this length before it is compressed. */
const CHUNK_CHARACTERS = 64 * 1024;
/** The entry's sizes follow its bytes, since nobody knows them before. */
const SIZES_FOLLOW = 8;
const DEFLATED = 8;

const FIXED_PARTS: readonly (readonly [name: string, text: string])[] = [
  [
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MAIN}.worksheet+xml"/></Types>`,
  ],
  ["_rels/.rels", relation("officeDocument", "xl/workbook.xml")],
  ["xl/workbook.xml", `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`],
  ["xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")],
];

function relation(type: string, target: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
}

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/**
 * The bytes of an .xlsx with these rows, each cell as text; it keeps no more than a chunk in memory.
 * A text that a spreadsheet program could take for a formula gets an apostrophe in front.
 */
export async function* writeSheet(rows: Rows): AsyncGenerator<Buffer> {
  const entries: Buffer[] = [];
  let at = 0;
  const part = async function* (name: string, text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
    const begin = at;
    const sizes = { crc: 0, packed: 0, unpacked: 0 };
    for await (const bytes of packPart(name, text, sizes)) {
      at += bytes.length;
      yield bytes;
    }
    entries.push(directoryEntry(name, sizes, begin));
  };
  for (const [name, text] of FIXED_PARTS) yield* part(name, [XML, text]);
  yield* part("xl/worksheets/sheet1.xml", sheetText(rows));
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([directory, end]);
}

interface Sizes {
  crc: number;
  packed: number;
  unpacked: number;
}

async function* packPart(name: string, text: AsyncIterable<string> | Iterable<string>, sizes: Sizes): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(30);
  header.write("PK\u0003\u0004", "latin1");
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(SIZES_FOLLOW, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(name.length, 26);
  yield Buffer.concat([header, Buffer.from(name)]);
  const deflate = createDeflateRaw();
  const packed: Buffer[] = [];
  deflate.on("data", (bytes: Buffer) => {
    sizes.packed += bytes.length;
    packed.push(bytes);
  });
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    sizes.crc = crc32(bytes, sizes.crc);
    sizes.unpacked += bytes.length;
    if (!deflate.write(bytes)) await once(deflate, "drain");
    yield* packed.splice(0);
  }
  deflate.end();
  await once(deflate, "end");
  yield* packed;
  const after = Buffer.alloc(16);
  after.write("PK\u0007\u0008", "latin1");
  after.writeUInt32LE(sizes.crc, 4);
  after.writeUInt32LE(sizes.packed, 8);
  after.writeUInt32LE(sizes.unpacked, 12);
  yield after;
}

function directoryEntry(name: string, { crc, packed, unpacked }: Sizes, begin: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.write("PK\u0001\u0002", "latin1");
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(SIZES_FOLLOW, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(unpacked, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(begin, 42);
  return Buffer.concat([entry, Buffer.from(name)]);
}

async function* sheetText(rows: Rows): AsyncGenerator<string> {
  let text = `${XML}<worksheet xmlns="${SHEET}"><sheetData>`;
  for await (const cells of rows) {
    text += `<row>${cells.map(cellText).join("")}</row>`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = "";
  }
  yield `${text}</sheetData></worksheet>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** What XML cannot contain. */
// eslint-disable-next-line no-control-regex -- These are the characters.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function cellText(value: string): string {
  if (value === "") return `<c/>`;
  const text = toHarmless(value)
    .replace(FORBIDDEN, "")
    .replace(/[&<>]/g, (character) => ESCAPES[character] ?? "");
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}
