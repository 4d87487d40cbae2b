export { readSheet, type Sheet, type SheetLimits, type SheetRow } from "./readSheet.js";
export { SheetError } from "./sheetError.js";
export { withoutApostrophe, CSV_BEGIN, CSV_MIME, toCsvLine, writeCsv } from "./writeCsv.js";
export { SHEET_MIME, writeSheet } from "./writeSheet.js";
