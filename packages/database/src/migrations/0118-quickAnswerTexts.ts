/** The texts of quick answers as a search compares them: of thousands they took most of a search to normalize. */
export const quickAnswerTexts = {
  name: "0118-quickAnswerTexts",
  steps: [
    `ALTER TABLE quick_answer
       ADD COLUMN IF NOT EXISTS shortcut_key text COLLATE "C" GENERATED ALWAYS AS (search_norm(shortcut)) STORED NOT NULL,
       ADD COLUMN IF NOT EXISTS search text GENERATED ALWAYS AS (search_norm(shortcut) || E'\\n' || search_norm(message)) STORED NOT NULL`,
    "DROP INDEX CONCURRENTLY IF EXISTS quick_answer_search",
    "CREATE INDEX CONCURRENTLY quick_answer_search ON quick_answer USING gin (search gin_trgm_ops)",
  ],
} as const;
