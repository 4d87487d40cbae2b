export type { AuditNote, Related } from "./auditNote.js";
