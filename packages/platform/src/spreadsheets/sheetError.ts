/**
 * Why a file cannot be read as a spreadsheet: `type` none of the known kinds by its content · `damaged` ·
 * `locked` by a password · `bytes`, `unpacked`, `rows`, `columns`, `cells` more than allowed ·
 * `time`, `memory` reading took more than allowed · `empty` no row with text.
 */
export type SheetProblem =
  "type" | "damaged" | "locked" | "bytes" | "unpacked" | "rows" | "columns" | "cells" | "time" | "memory" | "empty";

/** A file that cannot be read as a spreadsheet; `problem` says why, in terms of the person's file. */
export class SheetError extends Error {
  override readonly name = "SheetError";

  constructor(readonly problem: SheetProblem) {
    super(`The spreadsheet cannot be read: ${problem}.`);
  }
}
