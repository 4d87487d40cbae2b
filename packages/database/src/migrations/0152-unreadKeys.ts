/**
 * The tickets with unread messages by queue and person, for the bell, in place of the index by activity alone, of which a person of three
 * queues read the tickets of all. An index that every message changes is replaced, so that a message costs what it did (ADR 57).
 */
export const unreadKeys = {
  name: "0152-unreadKeys",
  steps: [
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_unread_keys",
    "CREATE INDEX CONCURRENTLY ticket_unread_keys ON ticket (bucket, queue_key, user_key, last_activity DESC, id DESC) WHERE unread > 0",
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_unread",
  ],
} as const;
