/** Quick answers of one queue or of one person beside those of everybody, and how often each was used. A shortcut is unique among those of its scope. */
export const quickAnswerScopes = {
  name: "0059-quickAnswerScopes",
  sql: `
ALTER TABLE quick_answer
  ADD COLUMN queue_id int REFERENCES queue ON DELETE CASCADE,
  ADD COLUMN owner_id int REFERENCES user_account ON DELETE CASCADE,
  ADD COLUMN used_count int NOT NULL DEFAULT 0,
  ADD CONSTRAINT quick_answer_scope CHECK (queue_id IS NULL OR owner_id IS NULL);
DROP INDEX quick_answer_shortcut_uq;
CREATE UNIQUE INDEX quick_answer_shortcut_uq ON quick_answer (coalesce(queue_id, 0), coalesce(owner_id, 0), lower(shortcut));
`,
} as const;
