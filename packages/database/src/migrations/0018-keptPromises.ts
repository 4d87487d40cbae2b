/**
 * Sends outlive their connection, workers store the name of their database connection, and unsealed
 * audit entries are queued.
 */
export const keptPromises = {
  name: "0018-keptPromises",
  sql: `
ALTER TABLE outbox ALTER COLUMN connection_id DROP NOT NULL;
ALTER TABLE outbox DROP CONSTRAINT outbox_connection_id_fkey;
ALTER TABLE outbox ADD CONSTRAINT outbox_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection ON DELETE SET NULL NOT VALID;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_connection_id_fkey;

ALTER TABLE session_worker ADD COLUMN program text;
ALTER TABLE session_worker ADD COLUMN here_since timestamptz NOT NULL DEFAULT now();

-- A queue instead of a search: sealing reads only new entries, however long the audit is.
CREATE TABLE audit_unsealed (entry_id bigint PRIMARY KEY);
INSERT INTO audit_unsealed SELECT e.id FROM audit_entry e WHERE NOT EXISTS (SELECT 1 FROM audit_sealed s WHERE s.entry_id = e.id);
CREATE FUNCTION audit_queue() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO audit_unsealed VALUES (NEW.id); RETURN NULL; END $$;
CREATE TRIGGER audit_entry_queue AFTER INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_queue();
`,
} as const;
