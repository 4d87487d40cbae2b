export { FIRST_HASH, insertAudit, insertAuditRemark, sealAuditEntries } from "./audit.js";
export type { AuditRow, SealHashes } from "./audit.js";
export { listAuditActions, listAuditArchives, listAuditRows, readSeals } from "./auditReads.js";
export type { AuditArchive, AuditFilter, ListedAuditRow, SealRow } from "./auditReads.js";
