import type { ReportKind } from "./kinds.js";

export { REPORT_KINDS, REPORT_LANGUAGES } from "./kinds.js";
export type { ReportKind, ReportLanguage } from "./kinds.js";
export { REPORT_WORDS } from "./words.js";
export type { ReportColumn } from "./columnWords.js";
export type { ReportWords } from "./reportWords.js";

export const REPORT_FORMATS = ["pdf", "csv", "xlsx"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The statuses that a report can be limited to (REPORT-004). */
export const REPORT_STATUSES = ["pending", "open", "paused", "closed"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The most rows of a report. */
export const MOST_REPORT_ROWS = 20_000;

/** The documented names of the files; those that are no PDF have their own ending. */
export const REPORT_FILES: Readonly<Record<ReportKind, string>> = {
  ticket: "relatorio-tickets",
  contact: "relatorio-contatos",
  queue: "relatorio-filas",
  user: "relatorio-atendimentos-users",
  target: "relatorio-metas",
  message: "report_contact_messages",
};

/** Where reports are read, below the backend URL, with the download cookie: `/public/relatorio-tickets.pdf`. */
export const REPORT_FILE_PATH = "/public/:name";

/** A finished report of the person who asks; it is kept for 24 hours. */
export interface ReportView {
  readonly id: number;
  readonly kind: ReportKind;
  readonly format: ReportFormat;
  /** The documented name of the file: `relatorio-tickets.pdf`. */
  readonly file: string;
  /** The address of exactly this report, below the origin. */
  readonly url: string;
  readonly rows: number;
  /** How many records of campaigns and schedules it left out; 0 where it was asked to have them (D-268). */
  readonly leftOut: number;
  readonly createdAt: string;
}

/** How far the report of the person who asks is. */
export interface RunningReportView {
  readonly kind: ReportKind;
  readonly format: ReportFormat;
  readonly done: number;
  readonly total: number;
}

export interface ReportListView {
  /** The newest five. */
  readonly reports: readonly ReportView[];
  /** A person has one at a time. */
  readonly running: RunningReportView | null;
}
