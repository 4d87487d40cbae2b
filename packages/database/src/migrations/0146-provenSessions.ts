/** When a session's person has shown to the company's provider who they are (D-681). */
export const provenSessions = {
  name: "0146-provenSessions",
  sql: `
-- Null: by the password, or at a time that the provider does not tell.
ALTER TABLE auth_session ADD COLUMN proven_at timestamptz(3);`,
} as const;
