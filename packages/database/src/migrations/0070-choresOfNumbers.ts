/** Due chores of some numbers, found without reading those of a number that is away. */
export const choresOfNumbers = {
  name: "0070-choresOfNumbers",
  steps: [
    `DROP INDEX CONCURRENTLY IF EXISTS gateway_chore_due`,
    `CREATE INDEX CONCURRENTLY gateway_chore_due ON gateway_chore (connection_id, ready_at)`,
  ],
} as const;
