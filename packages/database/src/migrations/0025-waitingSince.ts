/**
 * Since when the customer of a ticket waits for an answer; tickets of before learn it with the
 * customer's next message.
 */
export const waitingSince = {
  name: "0025-waitingSince",
  sql: `
ALTER TABLE ticket ADD COLUMN waiting_since timestamptz(3);
`,
} as const;
