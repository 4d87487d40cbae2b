/** How wide the columns of a table are. */

/** The size of the table's letters. */
export const SIZE = 6.8;
/** A column is not made wider than this for words of its rows. */
const MOST_WORD = 100;

/** @typedef {import("./writePdf.js").PdfHead} PdfHead */

/**
 * The width that each column needs so that no word of its name and of these rows is broken.
 * @param {Pick<ReturnType<typeof import("./pdfText.mjs").createPdfText>, "clean" | "widestPart">} text
 * @param {Pick<PdfHead, "columns">} head
 * @param {readonly (readonly string[])[]} rows
 */
export function toLeastWidths({ clean, widestPart }, { columns }, rows) {
  return columns.map(({ label }, at) => {
    let least = 0;
    for (const cells of rows) least = Math.max(least, widestPart(clean(cells[at] ?? ""), { size: SIZE }));
    return Math.max(Math.min(least, MOST_WORD), widestPart(label, { size: SIZE, weight: "bold" }));
  });
}

/**
 * The widths of the columns by their weights; one that needs more takes it from those that have more than they need.
 * @param {Pick<PdfHead, "columns">} head
 * @param {readonly number[]} least
 * @param {number} width
 */
export function toColumns({ columns }, least, width) {
  const all = sumOf(columns.map(({ weight }) => weight));
  const wanted = columns.map(({ weight }, at) => Math.max((weight / all) * width, least[at] ?? 0));
  const spare = wanted.map((each, at) => each - (least[at] ?? 0));
  const share = Math.min(1, (sumOf(wanted) - width) / Math.max(1, sumOf(spare)));
  const given = wanted.map((each, at) => each - share * (spare[at] ?? 0));
  const scale = Math.min(1, width / sumOf(given));
  return given.map((each) => each * scale);
}

/** @param {readonly number[]} values */
const sumOf = (values) => values.reduce((sum, each) => sum + each, 0);
