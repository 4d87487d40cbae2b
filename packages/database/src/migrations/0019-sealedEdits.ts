/**
 * The keys of sealed edits lie with the raw event of their message, sealed; an edit that nobody
 * could open is marked as such.
 */
export const sealedEdits = {
  name: "0019-sealedEdits",
  sql: `
ALTER TABLE inbound_event ADD COLUMN secret_sealed text;
ALTER TABLE message ADD COLUMN edit_unreadable boolean NOT NULL DEFAULT false;
`,
} as const;
