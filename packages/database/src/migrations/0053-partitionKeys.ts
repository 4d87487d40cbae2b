/**
 * What live events and the audit need to become partitions, made beside running processes: keys that hold the time, and a proven
 * bound of the audit, so that attaching it reads no entry. The bound is at least 60 days away: a version before refuses nothing while
 * an upgrade waits between this migration and the next.
 */
export const partitionKeys = {
  name: "0053-partitionKeys",
  steps: [
    `DROP INDEX CONCURRENTLY IF EXISTS live_event_key`,
    `CREATE UNIQUE INDEX CONCURRENTLY live_event_key ON live_event (id, at)`,
    `DROP INDEX CONCURRENTLY IF EXISTS audit_entry_key`,
    `CREATE UNIQUE INDEX CONCURRENTLY audit_entry_key ON audit_entry (id, at)`,
    `ALTER TABLE audit_entry VALIDATE CONSTRAINT audit_entry_related`,
    `DO $$ BEGIN
      EXECUTE format('ALTER TABLE audit_entry DROP CONSTRAINT IF EXISTS audit_entry_bound, ADD CONSTRAINT audit_entry_bound CHECK (at < %L) NOT VALID',
        (date_trunc('year', greatest(now() + interval '60 days', (SELECT max(at) FROM audit_entry)) AT TIME ZONE 'UTC') + interval '1 year') AT TIME ZONE 'UTC');
    END $$`,
    `ALTER TABLE audit_entry VALIDATE CONSTRAINT audit_entry_bound`,
  ],
} as const;
