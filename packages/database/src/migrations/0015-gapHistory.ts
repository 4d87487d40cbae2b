/** Which conversations' history was asked for after a gap, and when what came in of that time was said (P-10); why a number fell. */
export const gapHistory = {
  name: "0015-gapHistory",
  sql: `
CREATE TABLE connection_gap_question (
  gap_id bigint NOT NULL REFERENCES connection_gap ON DELETE CASCADE,
  -- The peerKey of the conversation.
  chat text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (gap_id, chat)
);
-- Why a number fell, where its gateway told it once; gone when the number is there again.
CREATE TABLE session_hint (
  connection_id int PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  reason text NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE connection_gap ADD COLUMN recovered_from timestamptz, ADD COLUMN recovered_until timestamptz;
`,
} as const;
