/** Refused sends by their time: the health page counts those of the last minutes. */
export const refusedSends = {
  name: "0093-refusedSends",
  steps: [
    "DROP INDEX CONCURRENTLY IF EXISTS outbox_refused",
    "CREATE INDEX CONCURRENTLY outbox_refused ON outbox (finished_at) WHERE state = 'failed'",
  ],
} as const;
