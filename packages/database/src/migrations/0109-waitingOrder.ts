/**
 * Indexes of the waiting tickets by their wait, for the list that shows the longest first (D-341): one per kind of range, as the others have. And
 * the words of those that wait now: without digits alone, of which nobody knows any more what they answered.
 */
export const waitingOrder = {
  name: "0109-waitingOrder",
  steps: [
    `UPDATE ticket t SET words_message_id = (SELECT m.id FROM message m WHERE m.ticket_id = t.id AND NOT m.from_me AND NOT m.is_deleted
         AND m.type NOT IN ('comment', 'call_log') AND m.body !~ '^\\W*\\d{1,2}\\W*$' ORDER BY m.sent_at DESC, m.id DESC LIMIT 1)
       WHERE t.bucket = 'pending' AND NOT t.is_group AND t.words_message_id IS NULL`,
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_waiting",
    "CREATE INDEX CONCURRENTLY ticket_waiting ON ticket (coalesce(waiting_since, last_activity), id) WHERE bucket = 'pending'",
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_waiting_by_queue",
    `CREATE INDEX CONCURRENTLY ticket_waiting_by_queue ON ticket (queue_key, coalesce(waiting_since, last_activity), id) INCLUDE (user_key)
       WHERE bucket = 'pending'`,
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_waiting_by_user",
    `CREATE INDEX CONCURRENTLY ticket_waiting_by_user ON ticket (queue_key, user_key, coalesce(waiting_since, last_activity), id)
       WHERE bucket = 'pending'`,
  ],
} as const;
