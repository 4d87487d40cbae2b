/**
 * Whose a ticket was when a message was recorded, and up to which message a transfer lifted the
 * rule of the history (D-055, D-078). Messages of before count as recorded while the ticket was
 * nobody's.
 */
export const historyOwners = {
  name: "0024-historyOwners",
  sql: `
ALTER TABLE message ADD COLUMN owner_id int;
ALTER TABLE ticket ADD COLUMN recovered_message_id bigint NOT NULL DEFAULT 0;
`,
} as const;
