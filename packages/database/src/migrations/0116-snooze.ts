/** When a pause ends by itself, and how it ended (D-440). */
export const snooze = {
  name: "0116-snooze",
  steps: [
    `ALTER TABLE ticket ADD COLUMN IF NOT EXISTS snooze text CHECK (snooze IN ('asleep', 'timeUp', 'wrote')), ADD COLUMN IF NOT EXISTS wakes_at timestamptz`,
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_asleep",
    "CREATE INDEX CONCURRENTLY ticket_asleep ON ticket (wakes_at) WHERE snooze = 'asleep'",
  ],
} as const;
