/** The second factor of accounts (D-520). */
export const secondFactor = {
  name: "0119-secondFactor",
  sql: `
-- A row is an account that asks for a code besides the password, or is about to. Both secrets are sealed; "secret" is null until a code has
-- confirmed "pending". A code is used once: "last_step" is the time step of the last one. Of recovery codes only hashes are stored.
CREATE TABLE second_factor (
  user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
  secret text,
  pending text,
  since timestamptz(3),
  last_step bigint NOT NULL DEFAULT 0,
  recovery_hashes bytea[] NOT NULL DEFAULT '{}'
);`,
} as const;
