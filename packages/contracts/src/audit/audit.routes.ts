import { route } from "../route/route.js";
import { integer, object } from "../route/wire.js";
import { auditPaths } from "./audit.paths.js";
import type { AuditListView, AuditVerifyView } from "./audit.views.js";
import { auditFilter, toAuditFilter } from "./auditFilter.js";

/** The audit, for administrators (added calls). */
export const auditRoutes = {
  list: route<AuditListView>()(auditPaths.list, {
    policy: "admin",
    query: object({ ...auditFilter(), before: integer(1, Number.MAX_SAFE_INTEGER) }),
    toInput: ({ query: { before, ...filter } }) => ({ before: before ?? null, filter: toAuditFilter(filter) }),
    errors: ["ERR_VALIDATION"],
  }),
  /** The actions that the audit has entries of, in their order. */
  actions: route<readonly string[]>()(auditPaths.actions, { policy: "admin", toInput: () => null }),
  /** Verifies the chain of hashes from one seal on, for at most some seconds. */
  verify: route<AuditVerifyView>()(auditPaths.verify, {
    policy: "admin",
    body: object({ after: integer(0, Number.MAX_SAFE_INTEGER) }),
    toInput: ({ body }) => ({ after: body.after ?? 0 }),
    errors: ["ERR_VALIDATION"],
  }),
} as const;
