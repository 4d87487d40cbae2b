/**
 * Reports of people: the one that is being made, and the finished ones of the last day. The kinds of
 * owners that files already have are kept.
 */
export const reports = {
  name: "0038-reports",
  sql: `
DO $$
DECLARE kinds text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'file_owner_kind_check' AND conrelid = 'file'::regclass);
BEGIN
  ALTER TABLE file DROP CONSTRAINT file_owner_kind_check;
  EXECUTE 'ALTER TABLE file ADD CONSTRAINT file_owner_kind_check '
    || replace(replace(kinds, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''report''::text, ') || ' NOT VALID';
END $$;
CREATE TABLE report (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ticket', 'contact', 'queue', 'user', 'message')),
  format text NOT NULL CHECK (format IN ('pdf', 'csv', 'xlsx')),
  is_running boolean NOT NULL DEFAULT true,
  done_rows int NOT NULL DEFAULT 0,
  total_rows int NOT NULL,
  file_id uuid REFERENCES file ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the process that makes it was last heard of.
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX report_running_uq ON report (user_id) WHERE is_running;
CREATE INDEX report_user ON report (user_id, id DESC);
CREATE INDEX report_created ON report (created_at);
CREATE INDEX report_file ON report (file_id);
`,
} as const;
