/**
 * Keys of connectors that hold a phone's session themselves: private keys, ratchets, copies of sent
 * messages. Values are sealed.
 */
export const sessionKeys = {
  name: "0005-sessionKeys",
  sql: `
CREATE TABLE session_key (
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  type text NOT NULL,
  key_id text NOT NULL,
  sealed text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connection_id, type, key_id)
) WITH (fillfactor = 80);
CREATE INDEX session_key_sent ON session_key (written_at) WHERE type = 'sent';
`,
} as const;
