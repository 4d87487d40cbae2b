/**
 * The secrets of sealed edits are stored, sealed, with the event of their message; a message whose
 * edit could not be decrypted is marked.
 */
export const sealedEdits = {
  name: "0019-sealedEdits",
  sql: `
ALTER TABLE inbound_event ADD COLUMN secret_sealed text;
ALTER TABLE message ADD COLUMN edit_unreadable boolean NOT NULL DEFAULT false;
`,
} as const;
