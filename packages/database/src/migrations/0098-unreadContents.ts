/** Contents that the version which received them could not read, sealed, for reading again after an update. */
export const unreadContents = {
  name: "0098-unreadContents",
  sql: `
CREATE TABLE unread_content (
  message_id bigint PRIMARY KEY REFERENCES message ON DELETE CASCADE,
  payload_sealed text NOT NULL
);
`,
} as const;
