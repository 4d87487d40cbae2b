/** Links by which people choose a password, sent by mail (D-580). */
export const passwordLinks = {
  name: "0129-passwordLinks",
  sql: `
-- The newest link of an account; of its token only the hash is stored.
CREATE TABLE password_link (
  user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  made_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL
);`,
} as const;
