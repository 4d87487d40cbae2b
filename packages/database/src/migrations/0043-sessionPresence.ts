/**
 * When a signed-in browser was last connected and last sent its heartbeat (D-095), and files that
 * belong to the company, such as its logo. The kinds of owners that files already have are kept.
 */
export const sessionPresence = {
  name: "0043-sessionPresence",
  sql: `
CREATE TABLE session_presence (
  session_id uuid PRIMARY KEY REFERENCES auth_session ON DELETE CASCADE,
  seen_at timestamptz(3) NOT NULL,
  heartbeat_at timestamptz(3)
) WITH (fillfactor = 50);
DO $$
DECLARE kinds text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'file_owner_kind_check' AND conrelid = 'file'::regclass);
BEGIN
  ALTER TABLE file DROP CONSTRAINT file_owner_kind_check;
  EXECUTE 'ALTER TABLE file ADD CONSTRAINT file_owner_kind_check '
    || replace(replace(kinds, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''company''::text, ') || ' NOT VALID';
END $$;
`,
} as const;
