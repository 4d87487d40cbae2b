/** What an import of another system shows on the screen while it runs and at its end (D-673). */
export const movingReports = {
  name: "0144-movingReports",
  sql: `
-- When a run has last written something, and what it said at its end: for each kind what is there, here, and left out.
ALTER TABLE moving_run ADD COLUMN advanced_at timestamptz(3), ADD COLUMN report jsonb;`,
} as const;
