/** The indexes of the audit, in the order of 0051: their names and how PostgreSQL names those of a partition. */
const PLACES = [
  ["audit_entry_place", "at, id", "at_id_idx"],
  ["audit_entry_user_place", "user_id, at, id", "user_id_at_id_idx"],
  ["audit_entry_area_place", "split_part(action, '.', 1), at, id", "split_part_at_id_idx"],
  ["audit_entry_user_area_place", "user_id, split_part(action, '.', 1), at, id", "user_id_split_part_at_id_idx"],
] as const;

/**
 * The audit in partitions of a year, so that years can be archived. The table as it was is the first one, up to the bound that the
 * migration before has proven. The queue of unsealed entries holds their times: sealing reads one partition, however many there are.
 */
export const auditYears = {
  name: "0055-auditYears",
  sql: `
-- Whoever seals takes this lock first, and then the queue before the entries.
SELECT pg_advisory_xact_lock(727002);
DO $$
DECLARE
  until timestamptz := (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''')::timestamptz FROM pg_constraint
    WHERE conrelid = 'audit_entry'::regclass AND conname = 'audit_entry_bound');
  name text := to_char(until AT TIME ZONE 'UTC', '"audit_entry_until_"YYYY');
BEGIN
  LOCK TABLE audit_entry, audit_unsealed IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('ALTER TABLE audit_entry RENAME TO %I', name);
  EXECUTE format('DROP TRIGGER audit_entry_queue ON %I', name);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT audit_entry_pkey', name);
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY USING INDEX audit_entry_key', name, name || '_pkey');
  ${PLACES.map(([index, , ending]) => `EXECUTE format('ALTER INDEX ${index} RENAME TO %I', name || '_${ending}');`).join("\n  ")}
  EXECUTE format('CREATE TABLE audit_entry (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (at)', name);
  ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_bound;
  ALTER SEQUENCE audit_entry_id_seq OWNED BY audit_entry.id;
  ALTER TABLE audit_entry ADD PRIMARY KEY (id, at);
  ${PLACES.map(([index, columns]) => `CREATE INDEX ${index} ON audit_entry (${columns});`).join("\n  ")}
  EXECUTE format('ALTER TABLE audit_entry ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, until);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT audit_entry_bound', name);
  CREATE TABLE audit_entry_default PARTITION OF audit_entry DEFAULT;
END $$;

ALTER TABLE audit_unsealed ADD COLUMN at timestamptz;
UPDATE audit_unsealed u SET at = e.at FROM audit_entry e WHERE e.id = u.entry_id;
DELETE FROM audit_unsealed WHERE at IS NULL;
ALTER TABLE audit_unsealed ALTER COLUMN at SET NOT NULL;
CREATE OR REPLACE FUNCTION audit_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed (entry_id, at) VALUES (NEW.id, NEW.at);
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entry_queue AFTER INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_queue();
-- A statement that names a partition fires the triggers of the partition alone.
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry_default FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`,
} as const;
