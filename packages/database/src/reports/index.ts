export {
  countContactTickets,
  countMessageLines,
  countReportContacts,
  countReportTickets,
  listContactLines,
  listMessageLines,
  listRatingSums,
  listTicketLines,
  listTicketTimes,
} from "./reportReads.js";
export type { MessageLine, ReportFilter, ReportPlace, TicketLine, TicketTimes } from "./reportReads.js";
export {
  deleteOldReports,
  dropReport,
  finishReport,
  getReportPath,
  getRunningReport,
  insertReport,
  listReports,
  setReportProgress,
} from "./reports.js";
export type { ReportRow } from "./reports.js";
export { sumReportTargets } from "./targetReads.js";
export type { TargetLine } from "./targetReads.js";
