/**
 * Reactions are stored with their message, one per person: `{"phone:5511…": {"emoji": "👍", "at":
 * "…"}}`, with `me` for our side.
 */
export const reactions = {
  name: "0008-reactions",
  sql: `
ALTER TABLE message ADD COLUMN reactions jsonb;
ALTER TABLE gateway_chore DROP CONSTRAINT gateway_chore_kind_check;
ALTER TABLE gateway_chore ADD CONSTRAINT gateway_chore_kind_check
  CHECK (kind IN ('fetchMedia', 'fetchPicture', 'markRead', 'describeGroup', 'rejectCall'));
`,
} as const;
