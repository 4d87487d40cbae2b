import { day, id, text } from "../route/wire.js";

/** The filters of the audit: a person, the area of the action, and days of the company's zone, both included. */
export const auditFilter = () => ({ userId: id(), area: text(40), from: day(), until: day() });

interface AuditFilterWire {
  readonly userId?: number | undefined;
  readonly area?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export const toAuditFilter = ({ userId, area, from, until }: AuditFilterWire) => ({
  userId: userId ?? null,
  area: area || null,
  from: from ?? null,
  until: until ?? null,
});
