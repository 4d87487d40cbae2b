import type { AuditObjectKind } from "@balcao/contracts/audit";

/** The page of the audit with the entries about one object. */
export const auditPath = (kind: AuditObjectKind, id: number): string => `/audit?kind=${kind}&objectId=${id}`;
