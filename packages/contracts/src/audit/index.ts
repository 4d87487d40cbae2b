import { path } from "../route/route.js";

export type { AuditEntryView, AuditListView, AuditSubjectView, AuditVerifyView, BrokenSealView } from "./audit.views.js";
export { AUDIT_AREAS, AUDIT_OBJECTS } from "./auditAreas.js";
export type { AuditObjectKind } from "./auditAreas.js";

export const auditPaths = {
  list: path("GET", "/audit"),
  actions: path("GET", "/audit/actions"),
  verify: path("POST", "/audit/verify"),
} as const;

/** The download of the audit as CSV; its query is that of the list. It streams, so it is no route of the contract. */
export const AUDIT_EXPORT_PATH = "/audit/export";
