/**
 * Gaps: when a number was not connected, and what was recovered of that time [P-10]. Meta's tokens
 * are in the connection's sealed account; the row only stores that there is one.
 */
export const connectionGaps = {
  name: "0007-connectionGaps",
  sql: `
CREATE TABLE connection_gap (
  id bigserial PRIMARY KEY,
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  from_at timestamptz NOT NULL,
  -- Null while the number is not connected.
  until_at timestamptz,
  reason text,
  -- The newest message when the gap ended: recovered messages come after it.
  after_message_id bigint,
  recovered int NOT NULL DEFAULT 0,
  CHECK (until_at IS NULL OR until_at >= from_at)
);
CREATE UNIQUE INDEX connection_gap_open_uq ON connection_gap (connection_id) WHERE until_at IS NULL;
CREATE INDEX connection_gap_page ON connection_gap (connection_id, id DESC);
-- When the holder last renewed, and since when there was none before the present one; null once the gateway answered again.
ALTER TABLE session_lease ADD COLUMN kept_at timestamptz, ADD COLUMN unkept_since timestamptz;
ALTER TABLE connection DROP COLUMN meta_token_sealed, ADD COLUMN meta_token_set boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX connection_phone_number_uq ON connection (phone_number_id) WHERE phone_number_id <> '';
`,
} as const;
