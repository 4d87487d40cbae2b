/** What an audit entry is about may be a row of any table: the next feature needs no column of its own. */
export const auditRelated = {
  name: "0022-auditRelated",
  sql: `
ALTER TABLE audit_entry ADD COLUMN related_kind text;
ALTER TABLE audit_entry ADD COLUMN related_id int;
ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_related CHECK ((related_kind IS NULL) = (related_id IS NULL)) NOT VALID;
`,
} as const;
