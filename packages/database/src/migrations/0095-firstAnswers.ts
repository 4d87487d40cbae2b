/** Automatic answers to people who write for the first time, which go out one after the other. */
export const firstAnswers = {
  name: "0095-firstAnswers",
  steps: [
    "ALTER TABLE outbox ADD COLUMN IF NOT EXISTS first_answer boolean NOT NULL DEFAULT false",
    "DROP INDEX CONCURRENTLY IF EXISTS outbox_first_answers",
    "CREATE INDEX CONCURRENTLY outbox_first_answers ON outbox (connection_id, first_handed_at) WHERE first_answer",
  ],
} as const;
