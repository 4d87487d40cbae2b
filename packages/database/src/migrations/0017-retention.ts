/** Finds expired sends without scanning the others [P-28]. */
export const retention = {
  name: "0017-retention",
  sql: `
CREATE INDEX outbox_finished ON outbox (finished_at) WHERE state = 'sent';
`,
} as const;
