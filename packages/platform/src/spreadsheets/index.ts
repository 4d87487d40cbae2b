export { readSheet } from "./readSheet.js";
export type { Sheet, SheetLimits, SheetRow } from "./readSheet.js";
export { SheetError } from "./sheetError.js";
export { withoutApostrophe } from "./harmless.js";
export { CSV_BEGIN, CSV_MIME, toCsvLine, writeCsv } from "./writeCsv.js";
export { SHEET_MIME, writeSheet } from "./writeSheet.js";
