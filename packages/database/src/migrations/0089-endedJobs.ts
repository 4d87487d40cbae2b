/** What the person of a job had lost when it was ended before its time; NULL for one that ended otherwise. */
export const endedJobs = {
  name: "0089-endedJobs",
  sql: `
ALTER TABLE job ADD COLUMN ended_by text CHECK (ended_by IN ('session', 'account', 'right'));
`,
} as const;
