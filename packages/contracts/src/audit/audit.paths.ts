import { path } from "../route/route.js";

export const auditPaths = {
  list: path("GET", "/audit"),
  actions: path("GET", "/audit/actions"),
  verify: path("POST", "/audit/verify"),
} as const;

/** The download of the audit as CSV; its query is that of the list. It streams, so it is no route of the contract. */
export const AUDIT_EXPORT_PATH = "/audit/export";
