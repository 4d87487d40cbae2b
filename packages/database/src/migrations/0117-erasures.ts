/**
 * Erased people, the audit entries whose texts went with them, exports of a person's data, and how long a backup is kept. The chain of the
 * audit goes on over an erased text by the hash of what was sealed. And how far deleting by age has come.
 */
export const erasures = {
  name: "0117-erasures",
  sql: `
-- A row is a person who was erased, without a name: what was deleted, and what may still hold it. The certificate is made of it.
CREATE TABLE erasure (
  id serial PRIMARY KEY,
  -- Without references: the contact is gone, and the certificate outlives its author.
  contact_id int NOT NULL,
  user_id int NOT NULL,
  at timestamptz(3) NOT NULL,
  deleted jsonb NOT NULL,
  remains jsonb NOT NULL
);
CREATE TRIGGER erasure_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON erasure FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A row is an audit entry whose text was erased after it was sealed: the hash that was sealed, and that of what is left.
CREATE TABLE audit_erased (
  entry_id bigint PRIMARY KEY,
  sealed_hash bytea NOT NULL,
  left_hash bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER audit_erased_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_erased FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Only an erasure changes the audit, and only in a transaction that says so.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME LIKE 'audit\\_entry%' AND current_setting('balcao.erasure', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

-- A row is an export of a person's data that is being read; one that was not seen for a minute has ended.
CREATE TABLE person_export (
  id serial PRIMARY KEY,
  contact_id int NOT NULL,
  user_id int NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- A row is how far the deletion by age of a kind has come; it walks through what is old once a day.
CREATE TABLE retention_walk (
  kind text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT '-infinity',
  id bigint NOT NULL DEFAULT 0,
  -- The day (UTC) on which the walk last came to its end.
  ended_on date
);

-- After how many days the command deletes this backup; NULL where nobody said so.
ALTER TABLE backup ADD COLUMN keep_days int;
`,
} as const;
