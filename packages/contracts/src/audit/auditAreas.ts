/** The first parts of the audited actions, for the filter. */
export const AUDIT_AREAS = [
  "session",
  "user",
  "setting",
  "file",
  "audit",
  "connection",
  "queue",
  "tag",
  "quickAnswer",
  "template",
  "contact",
  "ticket",
  "message",
  "protocol",
  "massSend",
  "schedule",
  "question",
  "chat",
  "push",
  "access",
  "webhook",
  "report",
  "remark",
] as const;

/** The kinds of rows by which the audit is filtered: entries that are about one of them. */
export const AUDIT_OBJECTS = [
  "ticket",
  "contact",
  "user",
  "connection",
  "queue",
  "tag",
  "quickAnswer",
  "setting",
  "question",
  "massSend",
  "schedule",
  "chat",
] as const;
export type AuditObjectKind = (typeof AUDIT_OBJECTS)[number];
