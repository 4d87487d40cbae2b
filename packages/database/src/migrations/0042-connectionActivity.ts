/**
 * What the health page and the metrics read: when the last event of a connection was stored, kept by
 * a periodic task so that the intake writes no common row, and the sends with an unknown outcome.
 * The index is built beside running processes, so each statement runs alone and may be repeated.
 */
export const connectionActivity = {
  name: "0042-connectionActivity",
  steps: [
    `CREATE TABLE IF NOT EXISTS connection_activity (
      connection_id int PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
      last_event_id bigint NOT NULL,
      last_event_at timestamptz(3) NOT NULL
    )`,
    `DROP INDEX CONCURRENTLY IF EXISTS outbox_unknown`,
    `CREATE INDEX CONCURRENTLY outbox_unknown ON outbox (connection_id) WHERE state = 'unknown'`,
  ],
} as const;
