export { FIRST_HASH, insertAudit, insertAuditRemark, sealAuditEntries } from "./audit.js";
export type { AuditRow, SealHashes } from "./audit.js";
export { listAuditRows, readSeals } from "./auditReads.js";
export type { AuditFilter, ListedAuditRow, SealRow } from "./auditReads.js";
