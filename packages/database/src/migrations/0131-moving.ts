/**
 * Moving in from another system (D-590): what was taken over, and the mark of imported rows, which keeps them out of figures. The index of
 * created tickets says which of them count.
 */
export const moving = {
  name: "0131-moving",
  steps: [
    `-- A row is a system of before, by the name that its runs have.
     CREATE TABLE IF NOT EXISTS moving_source (
       id serial PRIMARY KEY,
       name text NOT NULL UNIQUE
     );
     -- A row is a run of the import. A run that was cut goes on after \`place\` of \`kind\`. \`figures\` says whether what it makes counts.
     CREATE TABLE IF NOT EXISTS moving_run (
       id serial PRIMARY KEY,
       source_id int NOT NULL REFERENCES moving_source,
       state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'undone')),
       figures boolean NOT NULL DEFAULT false,
       kind text NOT NULL DEFAULT '',
       place text,
       counts jsonb NOT NULL DEFAULT '{}',
       started_at timestamptz(3) NOT NULL DEFAULT now(),
       ended_at timestamptz(3)
     );
     CREATE UNIQUE INDEX IF NOT EXISTS moving_run_one ON moving_run (source_id) WHERE state = 'running';
     -- A row says what a row of the other system is here; without references, because it outlives them. \`made\`: the run inserted it.
     -- What was left out has no id above 0 but minus the length of its text, and the reason as its state.
     -- \`state\` is what the other system said when it was last read, so that a change is noticed.
     CREATE TABLE IF NOT EXISTS moving_item (
       source_id int NOT NULL,
       kind text NOT NULL,
       key text COLLATE "C" NOT NULL,
       id bigint NOT NULL,
       run_id int NOT NULL,
       made boolean NOT NULL,
       state text,
       PRIMARY KEY (source_id, kind, key)
     )`,
    `ALTER TABLE ticket ADD COLUMN IF NOT EXISTS imported text CHECK (imported IN ('apart', 'counted'))`,
    `ALTER TABLE message ADD COLUMN IF NOT EXISTS imported text CHECK (imported IN ('apart', 'counted'))`,
    `ALTER TABLE rating ADD COLUMN IF NOT EXISTS imported text CHECK (imported IN ('apart', 'counted'))`,
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_created_facts",
    "CREATE INDEX CONCURRENTLY ticket_created_facts ON ticket (created_at) INCLUDE (contact_id, queue_key, user_key, is_group, origin, imported)",
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_created",
  ],
} as const;
