export { recordAudit, recordRemark, recordSystemAudit } from "./recordAudit.js";
export type { AuditAction } from "./recordAudit.js";
