import { day, id, text } from "../route/wire.js";
import { AUDIT_OBJECTS, type AuditObjectKind } from "./auditAreas.js";

/**
 * The filters of the audit: who did it, the area of the action or the action, the address, what it is about (kind and id together), and
 * days of the company's zone, both included.
 */
export const auditFilter = () => ({
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

export const toAuditFilter = ({ userId, area, action, ip, kind, objectId, from, until }: AuditFilterWire) => ({
  userId: userId ?? null,
  area: area || null,
  action: action || null,
  ip: ip || null,
  object: kind === undefined || objectId === undefined ? null : { kind, id: objectId },
  from: from ?? null,
  until: until ?? null,
});
