import type { ErrorBody } from "../errors/index.js";
import { text } from "./wire.js";

/** An answer that is a file: its name, its type, its bytes as they are made, and how many rows a table has, where that is known before. */
export class FileAnswer {
  constructor(
    readonly name: string,
    readonly mime: string,
    readonly bytes: AsyncIterable<Uint8Array>,
    readonly rows: number | null = null,
  ) {}
}

/** The header of such an answer with its number of rows. */
export const ROWS_HEADER = "X-Rows";

/** `columns` (added) of imports: what each column is, from left to right, with commas; empty for one that is not read. */
export const sheetColumns = () => text(4_000);

/** Null where the headers say it. */
export const toSheetColumns = (columns: string | undefined): readonly string[] | null =>
  columns === undefined || columns === "" ? null : columns.split(",");

/**
 * A line of an answer in parts, which is `application/x-ndjson`: texts as they come, then
 * either the whole answer, which replaces them, or an error. Without one of these the answer was cut.
 */
export type AnswerPart = { readonly text: string } | { readonly answer: unknown } | { readonly error: ErrorBody };
