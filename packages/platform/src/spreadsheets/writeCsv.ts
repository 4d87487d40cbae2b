export const CSV_MIME = "text/csv; charset=utf-8";

/** What a CSV file begins with, so that spreadsheet programs read it as UTF-8. */
export const CSV_BEGIN = "\uFEFF";

/** A row of a CSV file. Spreadsheet programs take none of its cells for a formula. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(";")}\r\n`;
}

/** A text that no spreadsheet program takes for a formula: it gets an apostrophe in front. */
export const toHarmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The text of a cell without the apostrophe that `toHarmless` puts in front of formulas. */
export const withoutApostrophe = (text: string): string => (/^'[=+\-@]/.test(text) ? text.slice(1) : text);

function toCell(text: string): string {
  const plain = toHarmless(text);
  return /[";\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The bytes of a CSV file, in parts as its batches of rows come. */
export async function* writeCsv(header: readonly string[], batches: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${CSV_BEGIN}${toCsvLine(header)}`);
  for await (const rows of batches) if (rows.length > 0) yield Buffer.from(rows.map(toCsvLine).join(""));
}
