/** Keys of sessions that were deleted, for administrators to restore. */
export const sessionKeyCopies = {
  name: "0094-sessionKeyCopies",
  sql: `
-- A row is what a connection's keys were when they were deleted, still sealed, for 30 days; \`keys\` is a list of [type, key_id, sealed]
-- without the copies of sent messages.
CREATE TABLE session_key_copy (
  id serial PRIMARY KEY,
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  reason text NOT NULL,
  -- The id of the secret that the keys are sealed with.
  seal text NOT NULL,
  keys jsonb NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_key_copy_connection ON session_key_copy (connection_id, made_at);
CREATE INDEX session_key_copy_made ON session_key_copy (made_at);
`,
} as const;
