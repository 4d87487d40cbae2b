export { insertAudit, insertAuditRemark, sealAuditEntries } from "./audit.js";
export type { AuditRow } from "./audit.js";
