/**
 * When a ticket was closed or its rating was asked for, by the database's clock, which also says when a
 * message was accepted: one that was accepted before belongs to the ticket. NULL while it is live, and for
 * tickets that ended before.
 */
export const ticketEnds = {
  name: "0077-ticketEnds",
  sql: `
ALTER TABLE ticket ADD COLUMN ended_at timestamptz;
`,
} as const;
