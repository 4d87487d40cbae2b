export { PdfError, writePdf } from "./writePdf.js";
export type { PdfEnding, PdfHead } from "./writePdf.js";
