/** What Meta brings while its integration is switched off is counted; a transaction of ours that does nothing ends by itself. */
export const droppedByMeta = {
  name: "0020-droppedByMeta",
  sql: `
ALTER TABLE connection ADD COLUMN meta_dropped int NOT NULL DEFAULT 0;
ALTER TABLE connection ADD COLUMN meta_dropped_since timestamptz;

-- Also for sessions by hand under our role: a write transaction that is left open holds up retention everywhere.
DO $$ BEGIN
  EXECUTE format('ALTER ROLE %I IN DATABASE %I SET idle_in_transaction_session_timeout = %L', current_user, current_database(), '60s');
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
`,
} as const;
