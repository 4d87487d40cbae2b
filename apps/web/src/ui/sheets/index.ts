export { ImportColumns } from "./ImportColumns";
export { SHEET_FILES, toSheetProblem } from "./sheetProblem";
