/** Why a conversation was closed: `{"reason": id of the company's list, word of an automatic one, or null, "note"}` (D-501). */
export const closing = {
  name: "0121-closing",
  steps: [
    "ALTER TABLE ticket ADD COLUMN IF NOT EXISTS closing jsonb",
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_closing_reason",
    "CREATE INDEX CONCURRENTLY ticket_closing_reason ON ticket ((closing->>'reason')) WHERE closing->>'reason' IS NOT NULL",
  ],
} as const;
