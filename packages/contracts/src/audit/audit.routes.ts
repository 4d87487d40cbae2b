import { route } from "../route/route.js";
import { day, id, integer, object, text } from "../route/wire.js";
import { auditPaths } from "./audit.paths.js";
import type { AuditListView, AuditVerifyView } from "./audit.views.js";
import { AUDIT_OBJECTS, type AuditObjectKind } from "./auditAreas.js";

/**
 * The filters of the audit: who did it, the area of the action or the action, the address, what it is about (kind and id together), and
 * days of the company's zone, both included.
 */
const auditFilter = () => ({
  userId: id(),
  area: text(40),
  action: text(80),
  ip: text(45),
  kind: text(20).oneOf([...AUDIT_OBJECTS], "oneOf"),
  objectId: id(),
  from: day(),
  until: day(),
});

interface AuditFilterWire {
  readonly userId?: number | undefined;
  readonly area?: string | undefined;
  readonly action?: string | undefined;
  readonly ip?: string | undefined;
  readonly kind?: AuditObjectKind | undefined;
  readonly objectId?: number | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

const toAuditFilter = ({ userId, area, action, ip, kind, objectId, from, until }: AuditFilterWire) => ({
  userId: userId ?? null,
  area: area || null,
  action: action || null,
  ip: ip || null,
  object: kind === undefined || objectId === undefined ? null : { kind, id: objectId },
  from: from ?? null,
  until: until ?? null,
});

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
