/**
 * Where a recipient of a run was written to, so that nobody is reached twice by one run. The index is
 * built beside running processes, so each statement runs alone and may be repeated.
 */
export const sendDestinations = {
  name: "0076-sendDestinations",
  steps: [
    `ALTER TABLE send_recipient ADD COLUMN IF NOT EXISTS destination text`,
    `DROP INDEX CONCURRENTLY IF EXISTS send_recipient_destination_uq`,
    `CREATE UNIQUE INDEX CONCURRENTLY send_recipient_destination_uq ON send_recipient (run_id, destination) WHERE destination IS NOT NULL`,
  ],
} as const;
