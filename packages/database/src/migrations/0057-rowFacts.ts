/**
 * What the rows of lists show: how far the last message has come, when it is ours, and since when a
 * ticket is paused. Tickets of before learn it with the next message and the next pause.
 */
export const rowFacts = {
  name: "0057-rowFacts",
  sql: `
ALTER TABLE ticket ADD COLUMN last_message_state text, ADD COLUMN paused_at timestamptz(3);
`,
} as const;
