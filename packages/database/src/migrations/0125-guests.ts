/** The colleagues who are invited to a conversation until it is closed, and at the same places who invited each (D-550). */
export const guests = {
  name: "0125-guests",
  steps: [
    `ALTER TABLE ticket ADD COLUMN IF NOT EXISTS guest_ids int[] NOT NULL DEFAULT '{}', ADD COLUMN IF NOT EXISTS guest_inviter_ids int[] NOT NULL DEFAULT '{}'`,
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_guest",
    "CREATE INDEX CONCURRENTLY ticket_guest ON ticket USING gin (guest_ids) WHERE guest_ids <> '{}'",
  ],
} as const;
