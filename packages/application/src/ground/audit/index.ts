export { recordAudit, recordRemark, recordSystemAudit } from "./recordAudit.js";
export type { AuditEntry } from "./recordAudit.js";
export { toChainHash, toEntryHash, toSealHashes } from "./sealHashes.js";
