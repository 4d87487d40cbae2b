/** Passkeys, which answer for the second factor of an account (D-663). */
export const passkeys = {
  name: "0142-passkeys",
  sql: `
-- A passkey belongs to a second factor and goes with it, whoever takes that away. Where "secret" of the second factor is null and "since" is
-- not, passkeys and recovery codes are all there is. "counter" never goes back; it stays 0 for keys that count nothing.
CREATE TABLE passkey (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES second_factor ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX passkey_user ON passkey (user_id);`,
} as const;
