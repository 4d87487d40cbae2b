/** Schedules that wait until somebody resumes them. */
export const pausedSchedules = {
  name: "0114-pausedSchedules",
  sql: `
-- Since when nothing of it goes out; NULL while it does.
ALTER TABLE schedule ADD COLUMN paused_at timestamptz(3);
`,
} as const;
