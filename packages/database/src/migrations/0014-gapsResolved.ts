/** When and by whom a gap was marked as resolved [P-10]; until then administrators see it. */
export const gapsResolved = {
  name: "0014-gapsResolved",
  sql: `
ALTER TABLE connection_gap
  ADD COLUMN resolved_at timestamptz,
  ADD COLUMN resolved_by int REFERENCES user_account ON DELETE SET NULL;
CREATE INDEX connection_gap_unresolved ON connection_gap (connection_id, until_at DESC) WHERE resolved_at IS NULL AND until_at IS NOT NULL;
`,
} as const;
