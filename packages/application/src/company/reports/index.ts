export { reportCommand } from "./createReport.js";
export { findReportFile, listReports } from "./readReports.js";
