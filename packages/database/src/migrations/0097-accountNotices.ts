/** What networks say of accounts and numbers, until they take it back. */
export const accountNotices = {
  name: "0097-accountNotices",
  sql: `
CREATE TABLE account_notice (
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  subject text NOT NULL,
  -- Which of several of the subject; empty where there is one.
  object text NOT NULL,
  type text NOT NULL,
  detail text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- NULL: until the network takes it back.
  until timestamptz,
  PRIMARY KEY (connection_id, subject, object)
);
`,
} as const;
