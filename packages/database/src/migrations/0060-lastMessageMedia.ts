/** The medium of the last message, beside its caption or word. Tickets of before learn it with the next message. */
export const lastMessageMedia = {
  name: "0060-lastMessageMedia",
  sql: `
ALTER TABLE ticket ADD COLUMN last_message_media jsonb;
`,
} as const;
