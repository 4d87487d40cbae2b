/**
 * The times of a message's acks, what an edit replaced, who deleted it, and who of a group received
 * and read it.
 */
export const messageTraces = {
  name: "0026-messageTraces",
  sql: `
-- By ack: {"2": "2026-11-20T12:00:00.000Z"}.
ALTER TABLE message ADD COLUMN ack_times jsonb;
ALTER TABLE message ADD COLUMN deleted_at timestamptz(3);
-- Without a reference, which would have to read every message; users are never removed.
ALTER TABLE message ADD COLUMN deleted_by_id int;
CREATE TABLE message_edit (
  message_id bigint NOT NULL REFERENCES message ON DELETE CASCADE,
  replaced_at timestamptz(3) NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (message_id, replaced_at)
);
CREATE TABLE message_receipt (
  message_id bigint NOT NULL REFERENCES message ON DELETE CASCADE,
  -- The address key of a participant.
  reader text NOT NULL,
  times jsonb NOT NULL,
  PRIMARY KEY (message_id, reader)
);
`,
} as const;
