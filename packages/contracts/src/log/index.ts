export type { AuditNote } from "./auditNote.js";
