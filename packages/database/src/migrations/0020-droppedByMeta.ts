/**
 * Events from Meta that are dropped while the integration is off are counted, and our idle
 * transactions end automatically.
 */
export const droppedByMeta = {
  name: "0020-droppedByMeta",
  sql: `
ALTER TABLE connection ADD COLUMN meta_dropped int NOT NULL DEFAULT 0;
ALTER TABLE connection ADD COLUMN meta_dropped_since timestamptz;

-- Also for manual sessions under our role: an open write transaction delays retention everywhere.
DO $$ BEGIN
  EXECUTE format('ALTER ROLE %I IN DATABASE %I SET idle_in_transaction_session_timeout = %L', current_user, current_database(), '60s');
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
`,
} as const;
