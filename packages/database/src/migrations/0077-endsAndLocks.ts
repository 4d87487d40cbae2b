export const endsAndLocks = {
  name: "0077-endsAndLocks",
  sql: `
-- When a ticket was closed or its rating was asked for, by the database's clock, which also says when a message was accepted: one
-- that was accepted before belongs to the ticket. NULL while it is live, and for tickets that ended before.
ALTER TABLE ticket ADD COLUMN ended_at timestamptz;
-- The advisory lock that the process of a job holds as long as it lives; NULL for a process that takes none.
ALTER TABLE job ADD COLUMN lock_key int;
`,
} as const;
