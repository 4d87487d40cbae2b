/**
 * The process that reads one spreadsheet, writes its rows as lines of JSON and ends. It has no
 * environment, its own limits of memory and time, and may be killed at any time.
 */
import { readFileSync, writeSync } from "node:fs";
import { CFB, read, SSF } from "xlsx";
import { packParts, unpackParts } from "./plainZip.mjs";
import { SheetFault } from "./sheetFault.mjs";
import { cardsOf, decodeText, hasCards, valuesOf } from "./textFile.mjs";

/** @typedef {import("./readSheet.js").SheetLimits} SheetLimits */
/** @typedef {{ line: number, cells: string[] }} Row */

const CHARACTERS_OF_A_LINE = 64 * 1024;

/** @type {{ place: string, limits: SheetLimits }} */
const { place, limits } = JSON.parse(process.argv[2] ?? "");
try {
  const found = writeRows(rowsOf(readFileSync(place)));
  write({ problem: found === 0 ? "empty" : null });
} catch (error) {
  write({ problem: problemOf(error) });
}

/** @param {unknown} part */
function write(part) {
  const bytes = Buffer.from(`${JSON.stringify(part)}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}

/** @param {unknown} error */
function problemOf(error) {
  if (error instanceof SheetFault) return error.problem;
  if (error instanceof RangeError && /allocation|invalid string length/i.test(error.message)) return "memory";
  return isLocked(error) ? "locked" : "damaged";
}

/** @param {unknown} error */
function isLocked(error) {
  return error instanceof Error && /password|encrypt/i.test(error.message);
}

/**
 * Writes the rows that have text, in lines of bounded length, and returns how many.
 * @param {Iterable<import("./textFile.mjs").Numbered>} rows
 */
function writeRows(rows) {
  /** @type {Row[]} */
  let batch = [];
  let [found, used, length] = [0, 0, 0];
  for (const [line, texts] of rows) {
    const cells = trimmed(texts);
    if (cells.length === 0) continue;
    used += cells.length;
    found += 1;
    if (used > limits.cells) throw new SheetFault("cells");
    if (found > limits.rows + 1) throw new SheetFault("rows");
    batch.push({ line, cells });
    for (const text of cells) length += text.length + 3;
    if (length < CHARACTERS_OF_A_LINE) continue;
    write({ rows: batch });
    [batch, length] = [[], 0];
  }
  write({ rows: batch });
  return found;
}

/**
 * The texts up to the last one that is not blank, trimmed.
 * @param {readonly string[]} texts
 */
function trimmed(texts) {
  const cells = texts.map((text) => text.trim());
  while (cells.at(-1) === "") cells.pop();
  if (cells.length > limits.columns) throw new SheetFault("columns");
  return cells;
}

/**
 * The rows of a file, by its content: cells of a workbook, separated values, or one cell for each card.
 * @param {Buffer} file
 * @returns {Iterable<import("./textFile.mjs").Numbered>}
 */
function rowsOf(file) {
  if (file.subarray(0, 4).toString("latin1") === "PK\u0003\u0004") return cellsOf(cellsOnly(unpackParts(file, limits.unpackedBytes)));
  if (file.subarray(0, 8).toString("hex") === "d0cf11e0a1b11ae1") return cellsOf(checkedXls(file));
  const text = decodeText(file);
  if (!hasCards(text)) return valuesOf(text);
  write({ kind: "cards" });
  return cardsOf(text);
}

/**
 * The rows of the first sheet that people see.
 * Formulas are not evaluated: their cells have the value that was stored with them.
 * @param {Buffer} file
 * @returns {Generator<import("./textFile.mjs").Numbered>}
 */
function* cellsOf(file) {
  const { data, date1904 } = parse(file);
  for (let index = 0; index < data.length; index += 1) {
    const texts = textsOf(data[index] ?? [], date1904);
    // What was written is not kept twice.
    delete data[index];
    yield [index + 1, texts];
  }
}

/** @param {Buffer} file */
function parse(file) {
  const first = readBook(file, 0);
  const seen = Math.max(0, first.Workbook?.Sheets?.findIndex(({ Hidden = 0 }) => Hidden === 0) ?? 0);
  const book = seen === 0 ? first : readBook(file, seen);
  /** @type {import("xlsx").CellObject[][]} */
  const data = book.Sheets[book.SheetNames[seen] ?? ""]?.["!data"] ?? [];
  return { data, date1904: book.Workbook?.WBProps?.date1904 === true };
}

/**
 * @param {Buffer} file
 * @param {number} sheet
 */
function readBook(file, sheet) {
  return read(file, {
    type: "buffer",
    dense: true,
    sheets: sheet,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
    nodim: true,
  });
}

/**
 * An .xls, after a look at what it holds.
 * @param {Buffer} file
 */
function checkedXls(file) {
  const names = CFB.read(file, { type: "buffer" }).FullPaths.map((path) => path.replace(/^.*?\//, "").toLowerCase());
  if (names.includes("encryptedpackage")) throw new SheetFault("locked");
  if (!names.includes("workbook") && !names.includes("book")) throw new SheetFault("type");
  return file;
}

/**
 * A workbook without anything but its cells.
 * @param {import("./plainZip.mjs").Part[]} parts
 */
function cellsOnly(parts) {
  if (isOds(parts)) return packParts(parts.map((part) => (part.name === "content.xml" ? { ...part, data: seenTables(part.data) } : part)));
  const sheets = parts.filter(({ name }) => /^xl\/worksheets\//i.test(name));
  if (sheets.length === 0 || !parts.some(({ name }) => /^xl\/workbook[^/]*\.xml$/i.test(name))) throw new SheetFault("type");
  for (const { data } of sheets) {
    if (count(data, "row") > 2 * limits.rows + 1_000) throw new SheetFault("rows");
    if (count(data, "c") > 2 * limits.cells + 1_000) throw new SheetFault("cells");
  }
  return packParts(parts);
}

/** @param {readonly import("./plainZip.mjs").Part[]} parts */
function isOds(parts) {
  const kind = parts.find(({ name }) => name === "mimetype")?.data.toString("latin1") ?? "";
  if (!kind.startsWith("application/vnd.oasis.opendocument.spreadsheet")) return false;
  const manifest = parts.find(({ name }) => name === "META-INF/manifest.xml")?.data;
  if (manifest?.includes("encryption-data") === true) throw new SheetFault("locked");
  return parts.some(({ name }) => name === "content.xml");
}

/**
 * The content of an .ods with its hidden tables left out, which the parser does not tell from others.
 * @param {Buffer} content
 */
function seenTables(content) {
  if (!content.includes('table:display="false"')) return content;
  const xml = content.toString("utf8");
  const hidden = new Set();
  for (const [style, name = ""] of xml.matchAll(/<style:style\b[^>]*?style:name="([^"]*)"[^>]*>(?:(?!<\/style:style>)[^])*/g))
    if (style.includes('table:display="false"')) hidden.add(name);
  const tables = /<table:table [^]*?<\/table:table>/g;
  const seen = xml.replace(tables, (table) => (hidden.has(/^<[^>]*table:style-name="([^"]*)"/.exec(table)?.[1]) ? "" : table));
  return seen.includes("<table:table ") ? Buffer.from(seen) : content;
}

/**
 * How many elements with this name a part has, with or without a prefix. Empty ones count, because
 * they take time and memory too.
 * @param {Buffer} data
 * @param {string} element
 */
function count(data, element) {
  let found = 0;
  for (let at = data.indexOf(element); at >= 0; at = data.indexOf(element, at + 1)) {
    const before = data[at - 1];
    const after = data[at + element.length];
    const opens = before === 0x3c || (before === 0x3a && data.lastIndexOf("<", at) > data.lastIndexOf(">", at));
    if (opens && after !== undefined && (after <= 0x20 || after === 0x3e || after === 0x2f)) found += 1;
  }
  return found;
}

/**
 * The texts of a row up to its last one; none when the row is blank.
 * @param {readonly import("xlsx").CellObject[]} line
 * @param {boolean} date1904
 */
function textsOf(line, date1904) {
  /** @type {string[]} */
  const texts = [];
  line.forEach((cell, column) => {
    const text = textOf(cell, date1904).trim();
    if (text === "") return;
    if (column >= limits.columns) throw new SheetFault("columns");
    while (texts.length < column) texts.push("");
    texts[column] = text;
  });
  return texts;
}

/**
 * @param {import("xlsx").CellObject} cell
 * @param {boolean} date1904
 */
function textOf({ t, v, z }, date1904) {
  if (t === "e" || v === undefined || v === null) return "";
  if (typeof v === "boolean") return v ? "true" : "false";
  if (typeof v !== "number") return String(v);
  if (typeof z === "string" && SSF.is_date(z)) return dateText(v, date1904);
  return Number.isInteger(v) ? BigInt(v).toString() : String(v);
}

/**
 * A date as 2026-11-22, with its time where it has one; a time alone as 08:30:00.
 * @param {number} value
 * @param {boolean} date1904
 */
function dateText(value, date1904) {
  const date = SSF.parse_date_code(value, { date1904 });
  if (!date) return String(value);
  const pad = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const day = `${String(date.y).padStart(4, "0")}-${pad(date.m)}-${pad(date.d)}`;
  const time = `${pad(date.H)}:${pad(date.M)}:${pad(Math.floor(date.S))}`;
  if (value < 1) return time;
  return value % 1 === 0 ? day : `${day} ${time}`;
}
