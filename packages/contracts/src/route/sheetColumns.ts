import { text } from "./wire.js";

/** `columns` (added) of imports: what each column is, from left to right, with commas; empty for one that is not read. */
export const sheetColumns = () => text(4_000);

/** Null where the headers say it. */
export const toSheetColumns = (columns: string | undefined): readonly string[] | null =>
  columns === undefined || columns === "" ? null : columns.split(",");
