/** The tokens of programs (D-570). */
export const apiTokens = {
  name: "0128-apiTokens",
  sql: `
-- A row is a token of a program: its owner, or for one of the installation the administrator who made it. Only a hash of its secret is
-- stored. "areas" has the level of each open area. Rows stay when they are revoked, so that the audit can name them.
CREATE TABLE api_token (
  id uuid PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  installation boolean NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  areas jsonb NOT NULL,
  reach text NOT NULL CHECK (reach IN ('all', 'queues', 'own')),
  queue_ids int[] NOT NULL,
  addresses text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  used_at timestamptz(3),
  used_from text,
  revoked_at timestamptz(3)
);
CREATE INDEX api_token_user ON api_token (user_id) WHERE revoked_at IS NULL;`,
} as const;
