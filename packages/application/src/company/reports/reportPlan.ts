import type { ReportKind } from "@balcao/contracts/reports";
import type { PdfEnding, PdfHead } from "@balcao/platform/documents";

/** A report before its rows are read. */
export interface ReportPlan {
  /** The rows that it will have; more than the most is refused. */
  readonly total: number;
  readonly layout: PdfHead["layout"];
  readonly columns: PdfHead["columns"];
  /** The filters that it applies and shows besides the period. */
  readonly filters: readonly ("queue" | "user" | "contact" | "status")[];
  /** Batches of rows, read as they are wanted. */
  readonly batches: () => AsyncGenerator<readonly (readonly string[])[]>;
  /** What was counted, when all batches were read: each with its name. */
  readonly toTotals: (rows: number) => readonly (readonly [of: ReportKind, count: number])[];
  /** The chart, when all batches were read. */
  readonly toChart: () => PdfEnding["chart"];
}
