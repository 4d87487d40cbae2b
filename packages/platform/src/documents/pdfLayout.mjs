/** Draws a report page by page: letterhead, table with repeated heads, totals, chart, page numbers. */
import { SIZE, toColumns, toLeastWidths } from "./pdfColumns.mjs";
import { createPdfText } from "./pdfText.mjs";

const MARGIN = 28;
const FOOTER = 24;
const LINE = 9;
const PADDING = 3;
const GAP = 5;
const INK = "#1f2933";
const QUIET = "#5f6b76";
const RULE = "#c8d0d8";
const HEAD_FILL = "#e8eef3";
const EVEN_FILL = "#f6f8fa";
const BAR = "#2f6f9f";
const BAR_FROM = 0.3;
const PAGES_WIDTH = 22;
const FACT_LINES = 3;
/** A row that is higher than what is left of a page goes to the next one, unless it has so many lines. */
const SPLIT_LINES = 6;

/** @typedef {import("./writePdf.js").PdfHead} PdfHead */
/** @typedef {import("./writePdf.js").PdfEnding} PdfEnding */
/** @typedef {{ x: number, width: number }} Place */

/**
 * The place where the next thing is drawn, and what is needed to draw it.
 * @typedef {object} Sheet
 * @property {PDFKit.PDFDocument} doc
 * @property {PdfHead} head
 * @property {ReturnType<typeof createPdfText>} text
 * @property {PDFKit.PDFKitReference} total the number of pages, which is filled in at the end
 * @property {number} pages
 * @property {number} y
 * @property {number} width
 * @property {number} bottom
 * @property {readonly number[]} least the width that each column needs for its longest word
 * @property {Place[]} columns
 */

/**
 * Begins a report in a document without pages. Its columns are as wide as the words of the first rows need.
 * @param {PDFKit.PDFDocument} doc
 * @param {PdfHead} head
 */
export function createPdfLayout(doc, head) {
  const total = doc.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, -4, 60, 12],
    Resources: { Font: { Total: { Type: "Font", Subtype: "Type1", BaseFont: "Helvetica" } } },
  });
  /** @type {Sheet} */
  const sheet = { doc, head, text: createPdfText(doc), total, pages: 0, y: 0, width: 0, bottom: 0, least: [], columns: [] };
  let rows = 0;
  /** @param {readonly (readonly string[])[]} first */
  const begin = async (first) => {
    await sheet.text.prepare([head.company, head.title, head.issued, ...head.facts.flat(), ...head.columns.map(({ label }) => label)]);
    sheet.least = toLeastWidths(sheet.text, head, first).map((least) => least + GAP);
    addPage(sheet);
    drawTableHead(sheet);
  };
  return {
    /** @param {readonly (readonly string[])[]} added */
    addRows: async (added) => {
      for (const cells of added) await sheet.text.prepare(cells);
      if (sheet.pages === 0) await begin(added);
      for (const cells of added) {
        rows += 1;
        drawRow(sheet, cells, rows % 2 === 0);
      }
    },
    /** @param {PdfEnding} ending */
    end: async ({ totals, chart }) => {
      if (sheet.pages === 0) await begin([]);
      await sheet.text.prepare([totals, ...(chart?.bars.map(({ label }) => label) ?? [])]);
      if (rows === 0) drawEmpty(sheet);
      drawTotals(sheet, totals);
      if (chart && chart.bars.length > 0) drawChart(sheet, chart);
      sheet.text.flush();
      total.end(Buffer.from(`BT /Total 7 Tf 0.373 0.42 0.463 rg 0 0 Td (${sheet.pages}) Tj ET`));
      doc.end();
    },
  };
}

/** @param {Sheet} sheet */
function addPage(sheet) {
  const { doc, head, text } = sheet;
  if (sheet.pages > 0) text.flush();
  doc.addPage();
  sheet.pages += 1;
  sheet.width = doc.page.width - 2 * MARGIN;
  sheet.bottom = doc.page.height - MARGIN - FOOTER;
  let x = MARGIN;
  sheet.columns = toColumns(head, sheet.least, sheet.width).map((all) => {
    const place = { x: x + GAP / 2, width: all - GAP };
    x += all;
    return place;
  });
  drawFooter(sheet);
  sheet.y = MARGIN;
  if (sheet.pages === 1) {
    drawLetterhead(sheet);
    return;
  }
  text.draw({
    text: fit(sheet, `${head.company} · ${head.title}`, { width: sheet.width, size: 7 }),
    x: MARGIN,
    y: sheet.y,
    size: 7,
    color: QUIET,
  });
  sheet.y += 14;
}

/** @param {Sheet} sheet */
function drawFooter({ doc, head, text, total, pages, width }) {
  const y = doc.page.height - MARGIN - 8;
  const right = MARGIN + width - PAGES_WIDTH;
  doc
    .moveTo(MARGIN, y - 6)
    .lineTo(MARGIN + width, y - 6)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  const issued = fit({ text }, text.clean(head.issued), { width: width - 130, size: 7 });
  text.draw({ text: issued, x: MARGIN, y, size: 7, color: QUIET });
  const label = `${head.words.page} ${pages} ${head.words.of} `;
  text.draw({ text: label, x: right - text.measure(label, 7), y, size: 7, color: QUIET });
  doc.page.xobjects.Total = total;
  doc.addContent(`q 1 0 0 -1 ${right.toFixed(2)} ${(y + 6.5).toFixed(2)} cm /Total Do Q`);
}

/** @param {Sheet} sheet */
function drawLetterhead(sheet) {
  const { doc, head, text, width } = sheet;
  const x = MARGIN + drawLogo(sheet);
  const room = MARGIN + width - x;
  const small = { width: room, size: 10, weight: /** @type {const} */ ("bold") };
  const large = { ...small, size: 16 };
  text.draw({ ...small, text: fit(sheet, text.clean(head.company), small), x, y: sheet.y, color: QUIET });
  text.draw({ ...large, text: fit(sheet, head.title, large), x, y: sheet.y + 14, color: INK });
  sheet.y += 42;
  doc
    .moveTo(MARGIN, sheet.y - 3)
    .lineTo(MARGIN + width, sheet.y - 3)
    .lineWidth(1)
    .strokeColor(BAR)
    .stroke();
  sheet.y += 3;
  for (const [label, value] of head.facts) {
    const lines = text.wrap(text.clean(value), { width: width - 100, size: 8 }).slice(0, FACT_LINES);
    text.draw({ text: label, x: MARGIN, y: sheet.y, size: 8, color: QUIET });
    lines.forEach((line, at) => text.draw({ text: line, x: MARGIN + 100, y: sheet.y + at * 11, size: 8 }));
    sheet.y += 11 * lines.length + 1;
  }
  sheet.y += 6;
}

/**
 * Draws the company's picture; returns the width that it takes.
 * @param {Sheet} sheet
 */
function drawLogo({ doc, head, y }) {
  if (!head.logo) return 0;
  try {
    doc.image(Buffer.from(head.logo), MARGIN, y, { fit: [110, 34] });
    return 120;
  } catch {
    // A picture that cannot be drawn is left out; the name is there.
    return 0;
  }
}

/**
 * The text as far as it has room on one line.
 * @param {Pick<Sheet, "text">} sheet
 * @param {string} value
 * @param {{ width: number, size: number, weight?: "text" | "bold" }} place
 */
function fit({ text }, value, { width, size, weight = "text" }) {
  if (text.measure(value, size, weight) <= width) return value;
  const characters = [...value];
  while (characters.length > 0 && text.measure(`${characters.join("")}…`, size, weight) > width)
    characters.length -= Math.max(1, Math.floor(characters.length / 20));
  return `${characters.join("")}…`;
}

/** @param {Sheet} sheet */
function drawTableHead(sheet) {
  const { doc, head, text, width, columns } = sheet;
  const lines = head.columns.map(({ label }, at) => text.wrap(label, { width: columns[at]?.width ?? 1, size: SIZE, weight: "bold" }));
  const height = heightOf(lines) * LINE + 2 * PADDING;
  doc.rect(MARGIN, sheet.y, width, height).fill(HEAD_FILL);
  drawCells(sheet, lines, "bold");
  sheet.y += height;
}

/** @param {readonly (readonly string[])[]} lines */
const heightOf = (lines) => Math.max(1, ...lines.map(({ length }) => length));

/**
 * Draws the lines of cells beside each other.
 * @param {Sheet} sheet
 * @param {readonly (readonly string[])[]} lines
 * @param {"text" | "bold"} weight
 */
function drawCells({ head, text, columns, y }, lines, weight) {
  lines.forEach((cell, at) => {
    const column = columns[at];
    if (!column) return;
    const isRight = head.columns[at]?.align === "right";
    cell.forEach((line, row) => {
      if (line === "") return;
      const x = isRight ? column.x + column.width - text.measure(line, SIZE, weight) : column.x;
      text.draw({ text: line, x, y: y + PADDING + row * LINE, size: SIZE, weight });
    });
  });
}

/**
 * @param {Sheet} sheet
 * @param {readonly string[]} cells
 * @param {boolean} isEven
 */
function drawRow(sheet, cells, isEven) {
  const { doc, head, text } = sheet;
  const lines = head.columns.map((_column, at) =>
    text.wrap(text.clean(cells[at] ?? ""), { width: sheet.columns[at]?.width ?? 1, size: SIZE }),
  );
  const count = heightOf(lines);
  for (let from = 0; from < count;) {
    const room = Math.floor((sheet.bottom - sheet.y - 2 * PADDING) / LINE);
    const left = count - from;
    if (room < Math.min(left, SPLIT_LINES)) {
      addPage(sheet);
      drawTableHead(sheet);
      continue;
    }
    const shown = Math.min(left, room);
    const height = shown * LINE + 2 * PADDING;
    if (isEven) doc.rect(MARGIN, sheet.y, sheet.width, height).fill(EVEN_FILL);
    const part = lines.map((cell) => cell.slice(from, from + shown));
    drawCells(sheet, part, "text");
    sheet.y += height;
    from += shown;
  }
}

/** @param {Sheet} sheet */
function drawEmpty(sheet) {
  sheet.text.draw({ text: sheet.head.words.empty, x: MARGIN + GAP, y: sheet.y + 8, size: 9, color: QUIET });
  sheet.y += 28;
}

/**
 * @param {Sheet} sheet
 * @param {string} totals
 */
function drawTotals(sheet, totals) {
  if (sheet.y + 24 > sheet.bottom) addPage(sheet);
  sheet.doc
    .moveTo(MARGIN, sheet.y)
    .lineTo(MARGIN + sheet.width, sheet.y)
    .lineWidth(0.7)
    .strokeColor(INK)
    .stroke();
  sheet.text.draw({ text: totals, x: MARGIN, y: sheet.y + 6, size: 9, weight: "bold" });
  sheet.y += 22;
}

/**
 * Bars with their figures, together on one page.
 * @param {Sheet} sheet
 * @param {NonNullable<PdfEnding["chart"]>} chart
 */
function drawChart(sheet, { title, bars }) {
  const { doc, text } = sheet;
  if (sheet.y + 24 + bars.length * 14 > sheet.bottom) addPage(sheet);
  text.draw({ text: title, x: MARGIN, y: sheet.y + 10, size: 9, weight: "bold" });
  sheet.y += 25;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const from = MARGIN + sheet.width * BAR_FROM;
  const longest = sheet.width * (1 - BAR_FROM) - 60;
  const figures = new Intl.NumberFormat(sheet.head.language);
  for (const { label, value } of bars) {
    const length = (value / most) * longest;
    text.draw({ text: fit(sheet, text.clean(label), { width: sheet.width * BAR_FROM - 10, size: 8 }), x: MARGIN, y: sheet.y, size: 8 });
    if (value > 0) doc.rect(from, sheet.y + 1, Math.max(1, length), 8).fill(BAR);
    text.draw({ text: figures.format(value), x: from + length + 5, y: sheet.y, size: 8 });
    sheet.y += 14;
  }
}
