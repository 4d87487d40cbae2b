/**
 * The messages that name a contact as their author. Without the index, each deletion and each merge
 * of a contact read every message. It is built beside running processes, so each statement runs
 * alone; what an interrupted build left is removed first.
 */
export const contactMessages = {
  name: "0032-contactMessages",
  steps: [
    `DROP INDEX CONCURRENTLY IF EXISTS message_contact`,
    `CREATE INDEX CONCURRENTLY message_contact ON message (contact_id) WHERE contact_id IS NOT NULL`,
  ],
} as const;
