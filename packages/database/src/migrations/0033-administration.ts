/**
 * Who changed a setting, a number by which the audit refers to it, a hash for each entry of a seal, so that a broken entry can be
 * named, and the indexes of the audit's filters.
 */
export const administration = {
  name: "0033-administration",
  sql: `
ALTER TABLE setting ADD COLUMN id serial UNIQUE;
ALTER TABLE setting ADD COLUMN updated_by int REFERENCES user_account ON DELETE SET NULL;
ALTER TABLE audit_seal ADD COLUMN entry_hashes bytea[];
CREATE INDEX audit_entry_at ON audit_entry (at);
CREATE INDEX audit_entry_user ON audit_entry (user_id, id);
CREATE INDEX audit_entry_area ON audit_entry (split_part(action, '.', 1), id);
`,
} as const;
