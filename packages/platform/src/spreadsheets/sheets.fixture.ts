import { crc32, deflateRawSync } from "node:zlib";

interface Packing {
  /** The unpacked size that the archive states. */
  readonly stated: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
}

/** An archive of files, written byte by byte. */
export function zipOf(files: readonly (readonly [name: string, data: Buffer, packing?: Packing])[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, data, packing = { stated: data.length, method: 0 }] of files) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(packing.method, 4);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(packing.stated, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(at);
    entries.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), facts, Buffer.alloc(10), place, Buffer.from(name)]));
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), facts, Buffer.from(name), data]);
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** An .xlsx with one sheet, whose XML the caller packs. */
export function plainBook(sheet: Buffer, packing: Packing): Buffer {
  const xml = (text: string): Buffer => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
  const main = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relations = (type: string, target: string): Buffer =>
    xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`,
    );
  return zipOf([
    [
      "[Content_Types].xml",
      xml(
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${main}.worksheet+xml"/></Types>`,
      ),
    ],
    ["_rels/.rels", relations("officeDocument", "xl/workbook.xml")],
    [
      "xl/workbook.xml",
      xml(
        `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="Plan1" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
    ],
    ["xl/_rels/workbook.xml.rels", relations("worksheet", "worksheets/sheet1.xml")],
    ["xl/worksheets/sheet1.xml", sheet, packing],
  ]);
}

/** An .xlsx with names and numbers in this many rows below its header. */
export function bigSheet(rows: number): Buffer {
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const lines = Array.from({ length: rows }, (_, n) => `<row>${cell(`Cliente ${n + 1}`)}${cell(String(5_511_900_000_001 + n))}</row>`);
  const sheet = Buffer.from(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row>${cell("Nome")}${cell("Número")}</row>${lines.join("")}</sheetData></worksheet>`,
  );
  return plainBook(deflateRawSync(sheet, { level: 1 }), { stated: sheet.length, method: 8 });
}
