export { FIRST_HASH, insertAudit, insertAuditRemark, sealAuditEntries } from "./audit.js";
export type { AuditRow, SealHashes } from "./audit.js";
export { listAuditActions, listAuditArchives, listAuditRows, listErasedTexts, readSeals } from "./auditReads.js";
export type { AuditArchive, AuditFilter, ErasedText, ListedAuditRow, SealRow } from "./auditReads.js";
