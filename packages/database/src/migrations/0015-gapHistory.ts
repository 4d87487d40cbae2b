/**
 * Which conversations' history was requested after a gap, the times of recovered messages [P-10],
 * and why a number is down.
 */
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
-- Why a number is down, as its gateway reported; deleted when the number is connected again.
CREATE TABLE session_hint (
  connection_id int PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  reason text NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE connection_gap ADD COLUMN recovered_from timestamptz, ADD COLUMN recovered_until timestamptz;
`,
} as const;
