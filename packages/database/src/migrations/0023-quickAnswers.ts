/** Texts that everybody of the company may send, with at most one file each. */
export const quickAnswers = {
  name: "0023-quickAnswers",
  sql: `
ALTER TABLE file DROP CONSTRAINT file_owner_kind_check;
ALTER TABLE file ADD CONSTRAINT file_owner_kind_check CHECK (owner_kind IN ('message', 'contact', 'user', 'quickAnswer', 'incoming')) NOT VALID;
CREATE TABLE quick_answer (
  id serial PRIMARY KEY,
  shortcut text NOT NULL CHECK (char_length(shortcut) BETWEEN 2 AND 25),
  message text NOT NULL CHECK (char_length(message) BETWEEN 8 AND 30000),
  file_id uuid REFERENCES file ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX quick_answer_shortcut_uq ON quick_answer (lower(shortcut));
`,
} as const;
