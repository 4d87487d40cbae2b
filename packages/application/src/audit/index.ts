export { recordAudit, recordRemark, recordSystemAudit } from "./recordAudit.js";
export type { AuditAction, AuditEntry } from "./recordAudit.js";
