import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { CFB, utils, write, type BookType, type WorkSheet } from "xlsx";
import { patience } from "@balcao/testing/patience";
import { bigSheet, plainBook, zipOf } from "./sheets.fixture.js";
import { readSheet, SheetError, type SheetLimits } from "./index.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sheets-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sheet that several tests read: making it takes longer than some of them. */
let hundredThousand: Buffer | undefined;
const largest = (): Buffer => (hundredThousand ??= bigSheet(100_000));

let files = 0;
async function stored(bytes: Uint8Array): Promise<string> {
  const place = path.join(folder, `upload-${(files += 1)}`);
  await writeFile(place, bytes);
  return place;
}

function bookOf(sheet: WorkSheet, bookType: BookType = "xlsx"): Buffer {
  return Buffer.from(write({ SheetNames: ["Plan1"], Sheets: { Plan1: sheet } }, { type: "buffer", bookType }) as Uint8Array);
}

const read = async (bytes: Uint8Array, limits: Partial<SheetLimits> = {}, signal?: AbortSignal) =>
  readSheet(await stored(bytes), { limits: { milliseconds: patience(60_000), ...limits }, signal });

async function problemOf(bytes: Uint8Array, limits: Partial<SheetLimits> = {}): Promise<string> {
  const error: unknown = await read(bytes, limits).catch((thrown: unknown) => thrown);
  return error instanceof SheetError ? error.problem : String(error);
}

/** A packed .xlsx whose sheet has this inside. */
const sheetOf = (inside: string): Buffer => {
  const sheet = Buffer.from(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${inside}</worksheet>`);
  return plainBook(deflateRawSync(sheet), { stated: sheet.length, method: 8 });
};

const PEOPLE = [
  ["Nome", "Número"],
  ["Ana", "5511999990001"],
];

const ODS_NAMES = ["office", "style", "table", "text"]
  .map((each) => `xmlns:${each}="urn:oasis:names:tc:opendocument:xmlns:${each}:1.0"`)
  .join(" ");

/** An .ods with this content. */
const odsOf = (content: string, manifest = "<manifest:manifest/>"): Buffer =>
  zipOf([
    ["mimetype", Buffer.from("application/vnd.oasis.opendocument.spreadsheet")],
    ["content.xml", Buffer.from(`<office:document-content ${ODS_NAMES}>${content}</office:document-content>`)],
    ["styles.xml", Buffer.from(`<office:document-styles ${ODS_NAMES}/>`)],
    ["META-INF/manifest.xml", Buffer.from(manifest)],
  ]);

describe("readSheet", () => {
  it.each(["xlsx", "biff8"] as const)(
    "reads a file of the type %s by its content, whatever its name [CONTACT-009, D-133]",
    async (type) => {
      const sheet = await read(bookOf(utils.aoa_to_sheet(PEOPLE), type));
      expect(sheet).toEqual({ header: ["Nome", "Número"], rows: [{ line: 2, cells: ["Ana", "5511999990001"] }] });
    },
  );

  it.each(["xlsx", "biff8"] as const)("returns phones with all digits and dates as text [CONTACT-009] (%s)", async (type) => {
    const sheet = utils.aoa_to_sheet([["n", "date", "moment", "time", "half", "yes"]]);
    sheet["A2"] = { t: "n", v: 5511999990001 };
    sheet["B2"] = { t: "n", v: 46348, z: "dd/mm/yyyy" };
    sheet["C2"] = { t: "n", v: 46348.5, z: "dd/mm/yyyy hh:mm" };
    sheet["D2"] = { t: "n", v: 0.375, z: "hh:mm" };
    sheet["E2"] = { t: "n", v: 1.5 };
    sheet["F2"] = { t: "b", v: true };
    sheet["!ref"] = "A1:F2";
    const { rows } = await read(bookOf(sheet, type));
    expect(rows[0]?.cells).toEqual(["5511999990001", "2026-11-22", "2026-11-22 12:00:00", "09:00:00", "1.5", "true"]);
  });

  it("keeps the rows' numbers over blank rows, and the place of a cell in merged ones", async () => {
    const sheet = utils.aoa_to_sheet([[], ["Nome", null, "Número"], [], ["Ana", null, " 1 "], ["  "]]);
    sheet["!merges"] = [utils.decode_range("A2:B2"), utils.decode_range("A4:B4")];
    expect(await read(bookOf(sheet))).toEqual({ header: ["Nome", "", "Número"], rows: [{ line: 4, cells: ["Ana", "", "1"] }] });
  });

  it("returns the stored value of a formula, never evaluates it, and ignores links and macros", async () => {
    const sheet = utils.aoa_to_sheet([["Nome"], [null], [null], ["link"]]);
    sheet["A2"] = { t: "n", f: "1+1", v: 7 };
    sheet["A3"] = { t: "s", f: 'HYPERLINK("http://127.0.0.1")', v: "=cmd|' /C calc'!A0" };
    sheet["A4"] = { t: "s", v: "link", l: { Target: "http://127.0.0.1/" } };
    const { rows } = await read(bookOf(sheet, "xlsm"));
    expect(rows.map(({ cells }) => cells[0])).toEqual(["7", "=cmd|' /C calc'!A0", "link"]);
  });

  it("reads 100,000 rows [CONTACT-009]", async () => {
    const { rows } = await read(largest());
    expect(rows).toHaveLength(100_000);
    expect(rows.at(-1)).toEqual({ line: 100_001, cells: ["Cliente 100000", "5511900100000"] });
  });

  it.each([
    ["UTF-8 and commas", Buffer.from("Nome,Número\nJoão,11 98600-0001\n")],
    ["UTF-8 with its mark and semicolons", Buffer.from("\ufeffNome;Número\r\nJoão;11 98600-0001")],
    ["UTF-16 and tabs", Buffer.from("\ufeffNome\tNúmero\r\nJoão\t11 98600-0001", "utf16le")],
    ["UTF-16 without its mark", Buffer.from("Nome\tNúmero\r\nJoão\t11 98600-0001", "utf16le")],
    ["UTF-16 in the other order", Buffer.from("\ufeffNome\tNúmero\r\nJoão\t11 98600-0001", "utf16le").swap16()],
    ["windows-1252", Buffer.from("Nome;Número\nJoão;11 98600-0001\n", "latin1")],
    ["a stated separator", Buffer.from("sep=|\r\nNome|Número\r\nJoão|11 98600-0001\r\n")],
  ])("reads separated values in %s [CONTACT-009, D-133]", async (name, bytes) => {
    const line = name.startsWith("a stated") ? 3 : 2;
    expect(await read(bytes)).toEqual({ header: ["Nome", "Número"], rows: [{ line, cells: ["João", "11 98600-0001"] }] });
  });

  it("keeps separators, quotes and line breaks within quotes, and zeros and digits as they are written", async () => {
    const { rows } = await read(Buffer.from('a,b,c\n"x, ""y""\nz",0119,5511986000001\n\n,,\n"open,1\n'));
    expect(rows).toEqual([
      { line: 2, cells: ['x, "y"\nz', "0119", "5511986000001"] },
      { line: 5, cells: ['"open', "1"] },
    ]);
  });

  it("reads the cards of a file without their pictures, each at its line [CONTACT-009]", async () => {
    const photo = "PHOTO;ENCODING=b;TYPE=JPEG:AAAA\r\n BBBB\r\n";
    const card = (name: string): string => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\n${photo}TEL:1\r\nEND:VCARD\r\n`;
    const { cards = [] } = await read(Buffer.from(`${card("João")}\r\n${card("Bia")}`, "latin1"));
    expect(cards.map(({ line, text }) => [line, text.replace(/\r\n/g, "|")])).toEqual([
      [1, "BEGIN:VCARD|VERSION:3.0|FN:João|TEL:1|END:VCARD"],
      [9, "BEGIN:VCARD|VERSION:3.0|FN:Bia|TEL:1|END:VCARD"],
    ]);
  });

  it.each(["xlsx", "biff8"] as const)("leaves hidden sheets out (%s) [CONTACT-009]", async (bookType) => {
    const Sheets = { Listas: utils.aoa_to_sheet([["hidden"]]), Plan1: utils.aoa_to_sheet(PEOPLE) };
    const book = { SheetNames: Object.keys(Sheets), Sheets, Workbook: { Sheets: [{ Hidden: 1 as const }, { Hidden: 0 as const }] } };
    const bytes = Buffer.from(write(book, { type: "buffer", bookType }) as Uint8Array);
    expect((await read(bytes)).header).toEqual(["Nome", "Número"]);
  });

  it("reads .ods, without its hidden tables, and refuses one with a password [CONTACT-009]", async () => {
    const table = (style: string, text: string): string =>
      `<table:table table:name="${text}" table:style-name="${style}"><table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`;
    const style = (name: string, display: boolean): string =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`;
    const content = (tables: string): string =>
      `<office:automatic-styles>${style("ta1", false)}${style("ta2", true)}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`;
    const ods = (manifest: string): Buffer => odsOf(content(table("ta1", "hidden") + table("ta2", "Nome")), manifest);
    expect(await read(ods("<manifest:manifest/>"))).toEqual({ header: ["Nome"], rows: [] });
    expect(await problemOf(ods("<manifest:manifest><manifest:encryption-data/></manifest:manifest>"))).toBe("locked");
  });

  it("reads an .ods that ends with a million empty rows, as LibreOffice writes them [CONTACT-009]", async () => {
    const cell = (text: string): string => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const empty = '<table:table-cell table:number-columns-repeated="16382"/>';
    const end = `<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`;
    const row = (...texts: string[]): string => `<table:table-row>${texts.map(cell).join("")}${empty}</table:table-row>`;
    const table = `<table:table table:name="a">${row("Nome", "Número")}${row("Ana", "11 98610-0001")}${end}</table:table>`;
    const { header, rows } = await read(odsOf(`<office:body><office:spreadsheet>${table}</office:spreadsheet></office:body>`));
    expect([header, rows]).toEqual([["Nome", "Número"], [{ line: 2, cells: ["Ana", "11 98610-0001"] }]]);
  });

  it.each([
    ["columns", 'table:number-columns-repeated="16384"', ""],
    ["rows", "", 'table:number-rows-repeated="1048576"'],
    ["both", 'table:number-columns-repeated="16384"', 'table:number-rows-repeated="1048576"'],
  ])("refuses an .ods of a few bytes that repeats its %s [CONTACT-009]", async (_what, columns, rows) => {
    const cell = `<table:table-cell office:value-type="string" ${columns}><text:p>x</text:p></table:table-cell>`;
    const table = `<table:table table:name="a"><table:table-row ${rows}>${cell}</table:table-row></table:table>`;
    // It grows until it has what it may have, so it may have little.
    const limits = { megabytes: 128 };
    expect(await problemOf(odsOf(`<office:body><office:spreadsheet>${table}</office:spreadsheet></office:body>`), limits)).toMatch(
      /^(columns|memory)$/,
    );
  });

  it.each([
    ["quotes that nobody closes", '"'.repeat(3_000_001)],
    ["cards that nobody ends", "BEGIN:VCARD\n".repeat(200_000)],
    ["a value of one line", "a".repeat(3_000_000)],
    ["styles that nobody ends", `BEGIN:VCARD\nPHOTO:${"\n a".repeat(500_000)}`],
  ])("ends with a text of %s in time [CONTACT-009]", async (_what, text) => {
    const found = await read(Buffer.from(text)).then(
      ({ rows }) => rows.length,
      (error: unknown) => error,
    );
    expect(found === 0 || found instanceof SheetError).toBe(true);
  });

  it("refuses a file that is no spreadsheet: a renamed program, text, a picture, another archive", async () => {
    const document = CFB.utils.cfb_new();
    CFB.utils.cfb_add(document, "/WordDocument", Buffer.from("text"));
    const word = Buffer.from(CFB.write(document, { type: "buffer" }) as Uint8Array);
    const others = [Buffer.from("MZ\u0090\u0000program"), Buffer.from("OFXHEADER:100\n"), Buffer.from("<table><tr><td>1"), word];
    for (const bytes of [...others, zipOf([["word/document.xml", Buffer.from("<w/>")]])]) expect(await problemOf(bytes)).toBe("type");
  });

  it("refuses damaged files, files with a password, and files without text, each by its name", async () => {
    const whole = bookOf(utils.aoa_to_sheet(PEOPLE));
    expect(await problemOf(whole.subarray(0, whole.length - 400))).toBe("damaged");
    expect(await problemOf(Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(3)]))).toBe("damaged");
    expect(await problemOf(bookOf(utils.aoa_to_sheet(PEOPLE), "biff8").subarray(0, 900))).toBe("damaged");
    const sealed = CFB.utils.cfb_new();
    CFB.utils.cfb_add(sealed, "/EncryptedPackage", Buffer.alloc(64));
    expect(await problemOf(Buffer.from(CFB.write(sealed, { type: "buffer" }) as Uint8Array))).toBe("locked");
    expect(await problemOf(bookOf(utils.aoa_to_sheet([["  "], []])))).toBe("empty");
  });

  it("refuses an archive that unpacks to more than allowed, also where it states a smaller size [S-48]", async () => {
    const bomb = Buffer.from(
      `<worksheet><sheetData><row r="1"><c t="str"><v>${"A".repeat(130 * 1024 * 1024)}</v></c></row></sheetData></worksheet>`,
    );
    const packed = plainBook(deflateRawSync(bomb), { stated: 10, method: 8 });
    expect(packed.length).toBeLessThan(1024 * 1024);
    expect(await problemOf(packed)).toBe("unpacked");
  });

  it("refuses 300,000 rows, too many columns, cells and bytes", async () => {
    expect(await problemOf(bigSheet(300_000))).toBe("rows");
    expect(await problemOf(bigSheet(40), { rows: 39 })).toBe("rows");
    expect(await problemOf(bigSheet(5_000), { rows: 40 })).toBe("rows");
    expect(await problemOf(bigSheet(40), { cells: 81 })).toBe("cells");
    expect(await problemOf(bookOf(utils.aoa_to_sheet([["a"], [...Array<null>(256).fill(null), "far"]])))).toBe("columns");
    expect(await problemOf(bigSheet(40), { bytes: 1_000 })).toBe("bytes");
  });

  it("ends a file that takes too long or too much memory, and one that nobody waits for", async () => {
    expect(await problemOf(largest(), { milliseconds: 50 })).toBe("time");
    expect(await problemOf(largest(), { megabytes: 96 })).toBe("memory");
    const stop = new AbortController();
    const reading = read(largest(), {}, stop.signal);
    stop.abort(new Error("cancelled"));
    await expect(reading).rejects.toThrow("cancelled");
  });

  it("ends a small file whose content is large, each by its name: shared texts, a far cell, a row of formats [S-48, R-02]", async () => {
    const shared = utils.aoa_to_sheet(Array.from({ length: 3_000 }, () => ["x".repeat(30_000)]));
    const laughs = Buffer.from(
      write(
        { SheetNames: ["a"], Sheets: { a: shared } },
        { type: "buffer", bookType: "xlsx", bookSST: true, compression: true },
      ) as Uint8Array,
    );
    expect(laughs.length).toBeLessThan(130 * 1024);
    expect(await problemOf(laughs)).toBe("unpacked");
    expect(
      await problemOf(
        sheetOf('<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
      ),
    ).toBe("columns");
    expect(await problemOf(sheetOf(`<sheetData><row>${"<c><v>1</v></c>".repeat(1_500_000)}</row></sheetData>`))).toMatch(/columns|memory/);
  });

  it("reads two files at the same time, one after the other", async () => {
    const sizes = await Promise.all([read(bigSheet(2_000)), read(bigSheet(3_000))]);
    expect(sizes.map(({ rows }) => rows.length)).toEqual([2_000, 3_000]);
  });
});
