export type { AuditEntryView, AuditListView, AuditSubjectView, AuditVerifyView, BrokenSealView } from "./audit.views.js";
export { AUDIT_AREAS, AUDIT_OBJECTS } from "./auditAreas.js";
export type { AuditObjectKind } from "./auditAreas.js";
export { AUDIT_EXPORT_PATH } from "./audit.paths.js";
