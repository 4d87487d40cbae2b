import {
  REPORT_FILES,
  REPORT_FORMATS,
  REPORT_KINDS,
  type ReportFormat,
  type ReportKind,
  type ReportListView,
  type ReportView,
} from "@balcao/contracts/reports";
import { getReportPath, getRunningReport, listReports as listRows, type ReportRow } from "@balcao/database/reports";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** How many finished reports a person is shown. */
const SHOWN = 5;

/** `relatorio-tickets.pdf` [REPORT-009]. */
export const fileNameOf = (kind: ReportKind, format: ReportFormat): string => `${REPORT_FILES[kind]}.${format}`;

/** Converts a finished report to its view. */
export function toReportView(row: ReportRow): ReportView {
  const kind = kindOf(row.kind);
  const format = formatOf(row.format);
  const file = fileNameOf(kind, format);
  return {
    id: row.id,
    kind,
    format,
    file,
    url: `/api/public/${file}?id=${row.id}`,
    rows: row.rows,
    leftOut: row.leftOut,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Lists the person's own reports of the last 24 hours, and how far the one is that is being made [D-210]. */
export async function listReports({ database }: Services, { actor }: Pick<Ctx, "actor">): Promise<ReportListView> {
  const [rows, running] = await Promise.all([listRows(database.sql, actor.id, SHOWN), getRunningReport(database.sql, actor.id)]);
  return {
    reports: rows.map(toReportView),
    running: running && { kind: kindOf(running.kind), format: formatOf(running.format), done: running.done, total: running.total },
  };
}

/** The stored path and the format of the person's own report with this file name: the newest, or one of them; null when there is none. */
export async function findReportFile(
  { database }: Services,
  { actor }: Pick<Ctx, "actor">,
  name: string,
  id: number | null,
): Promise<{ readonly path: string; readonly format: ReportFormat } | null> {
  const kind = REPORT_KINDS.find((each) => name.startsWith(`${REPORT_FILES[each]}.`));
  const format = REPORT_FORMATS.find((each) => name.endsWith(`.${each}`));
  if (!kind || !format || name !== fileNameOf(kind, format)) return null;
  const path = await getReportPath(database.sql, { userId: actor.id, kind, format, id });
  return path === null ? null : { path, format };
}

// The columns are checked by the table.
const kindOf = (kind: string): ReportKind => REPORT_KINDS.find((each) => each === kind) ?? "ticket";
const formatOf = (format: string): ReportFormat => REPORT_FORMATS.find((each) => each === format) ?? "pdf";
