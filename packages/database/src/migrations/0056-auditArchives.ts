/** Years of the audit that an operator took out. Their seals stay: the chain goes on over them, and their entries are not missing. */
export const auditArchives = {
  name: "0056-auditArchives",
  sql: `
CREATE TABLE audit_archive (
  name text PRIMARY KEY,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  entries bigint NOT NULL,
  -- Ids between them that are of another year.
  others bigint[] NOT NULL,
  archived_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER audit_archive_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_archive FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Takes a partition of the audit out of it, which stays as a table of its own for the operator to copy and drop.
CREATE FUNCTION archive_audit(partition_name text) RETURNS bigint LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  taken record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = 'audit_entry'::regclass AND inhrelid = to_regclass(partition_name)) OR partition_name = 'audit_entry_default' THEN
    RAISE EXCEPTION '% is no partition of the audit that can be archived', partition_name;
  END IF;
  IF substring(pg_get_expr((SELECT relpartbound FROM pg_class WHERE oid = partition_name::regclass), partition_name::regclass) FROM 'TO \\(''([^'']+)''\\)')::timestamptz > now() THEN
    RAISE EXCEPTION '% has not ended yet', partition_name;
  END IF;
  -- A transaction that began before the end of the year may still add an entry to it.
  EXECUTE format('LOCK TABLE %I IN SHARE MODE', partition_name);
  EXECUTE format('SELECT min(id) AS first, max(id) AS last, count(*) AS n FROM %I', partition_name) INTO taken;
  IF taken.n = 0 THEN RAISE EXCEPTION '% is empty', partition_name; END IF;
  IF EXISTS (SELECT FROM audit_unsealed WHERE entry_id BETWEEN taken.first AND taken.last) THEN
    RAISE EXCEPTION 'entries of % are not sealed yet: a worker with the role timers does it within seconds', partition_name;
  END IF;
  INSERT INTO audit_archive (name, first_id, last_id, entries, others) VALUES (partition_name, taken.first, taken.last, taken.n,
    ARRAY(SELECT id FROM audit_entry WHERE id BETWEEN taken.first AND taken.last AND tableoid <> partition_name::regclass));
  INSERT INTO audit_entry (source, action, description) VALUES ('server', 'audit.archive', partition_name);
  EXECUTE format('ALTER TABLE audit_entry DETACH PARTITION %I', partition_name);
  RETURN taken.n;
END $$;
`,
} as const;
