/**
 * What the merge of two contacts changed, so that a person can undo it; pairs that people said are
 * not the same person; and jobs: work of one person that takes long. Indexes are built beside
 * running processes, so each statement runs alone and may be repeated.
 */
export const mergesAndJobs = {
  name: "0044-mergesAndJobs",
  steps: [
    // `gone_facts` and `kept_before` are the tags, extra information, redirects and opt-out of both before the merge.
    `ALTER TABLE contact_merge ADD COLUMN IF NOT EXISTS gone_facts jsonb NOT NULL DEFAULT '{}',
      ADD COLUMN IF NOT EXISTS kept_before jsonb NOT NULL DEFAULT '{}',
      -- Earlier merges into the contact that is gone.
      ADD COLUMN IF NOT EXISTS merge_ids int[] NOT NULL DEFAULT '{}',
      -- Who merged; null where a message proved that both are one person.
      ADD COLUMN IF NOT EXISTS user_id int REFERENCES user_account ON DELETE SET NULL,
      ADD COLUMN IF NOT EXISTS undone_at timestamptz`,
    `DROP INDEX CONCURRENTLY IF EXISTS contact_merge_gone`,
    `CREATE INDEX CONCURRENTLY contact_merge_gone ON contact_merge (((gone->>'id')::int))`,
    `CREATE TABLE IF NOT EXISTS contact_distinct (
      low_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
      high_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
      at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (low_id, high_id),
      CHECK (low_id < high_id)
    )`,
    `CREATE INDEX IF NOT EXISTS contact_distinct_high ON contact_distinct (high_id)`,
    `DROP INDEX CONCURRENTLY IF EXISTS contact_email`,
    `CREATE INDEX CONCURRENTLY contact_email ON contact (email, id) WHERE email <> ''`,
    `DROP INDEX CONCURRENTLY IF EXISTS contact_unnumbered`,
    `CREATE INDEX CONCURRENTLY contact_unnumbered ON contact (name_key, id) WHERE number IS NULL AND NOT is_group`,
    // The short form of Brazilian mobiles, which may hide a contact of the same phone.
    `DROP INDEX CONCURRENTLY IF EXISTS contact_address_short`,
    `CREATE INDEX CONCURRENTLY contact_address_short ON contact_address (value, contact_id)
      WHERE kind = 'phone' AND length(value) = 12 AND value ~ '^55[1-9][1-9][6-9]'`,
    `CREATE TABLE IF NOT EXISTS job (
      id serial PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      kind text NOT NULL,
      state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'cancelled', 'failed')),
      done int NOT NULL DEFAULT 0,
      total int NOT NULL,
      -- What it did; null while it runs.
      result jsonb,
      is_cancel_asked boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When the process that does it was last heard of.
      seen_at timestamptz NOT NULL DEFAULT now()
    )`,
    `CREATE UNIQUE INDEX IF NOT EXISTS job_running_uq ON job (user_id, kind) WHERE state = 'running'`,
    `CREATE INDEX IF NOT EXISTS job_user ON job (user_id, id DESC)`,
  ],
} as const;
