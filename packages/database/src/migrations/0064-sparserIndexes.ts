/**
 * What is deleted by age is found by its age: finished sends, which wait longer when a run sent them, and ended sessions. Every text
 * and every received message is in fewer indexes: only automatic texts have a cause, and two indexes began with a ticket's creation.
 */
export const sparserIndexes = {
  name: "0064-sparserIndexes",
  steps: [
    `DROP INDEX CONCURRENTLY IF EXISTS outbox_ended`,
    `CREATE INDEX CONCURRENTLY outbox_ended ON outbox ((CASE WHEN send_run_id IS NULL THEN 0 ELSE 1 END), finished_at) WHERE state = 'sent'`,
    `DROP INDEX CONCURRENTLY IF EXISTS outbox_finished`,
    `DROP INDEX CONCURRENTLY IF EXISTS auth_session_end`,
    `CREATE INDEX CONCURRENTLY auth_session_end ON auth_session (absolute_until)`,
    `DROP INDEX CONCURRENTLY IF EXISTS outbox_cause_uq`,
    `CREATE UNIQUE INDEX CONCURRENTLY outbox_cause_uq ON outbox (cause_event_id, cause_kind) WHERE cause_event_id IS NOT NULL`,
    `ALTER TABLE outbox DROP CONSTRAINT IF EXISTS outbox_cause_event_id_cause_kind_key`,
    `DROP INDEX CONCURRENTLY IF EXISTS ticket_created`,
    // The planner knows nothing about an expression before.
    `ANALYZE outbox`,
  ],
} as const;
