/**
 * Marks the records of before: only they were closed in the moment in which they were made, and nobody has touched them since. Then the days
 * whose figures have them are computed again, and the index of created tickets says which of them count.
 */
export const recordsOfBefore = {
  name: "0101-recordsOfBefore",
  steps: [
    `UPDATE ticket t SET origin = CASE WHEN EXISTS (SELECT FROM message m JOIN send_recipient s ON s.message_id = m.id JOIN send_run r ON r.id = s.run_id
         WHERE m.ticket_id = t.id AND r.schedule_id IS NOT NULL) THEN 'schedule' ELSE 'campaign' END
       WHERE status = 'closed' AND closed_at = created_at AND origin IS NULL AND last_inbound_id IS NULL AND accepted_at IS NULL
         AND user_id IS NULL AND NOT EXISTS (SELECT FROM message m WHERE m.ticket_id = t.id AND NOT m.from_me)`,
    `WITH gone AS (DELETE FROM figure_ticket f USING ticket t WHERE t.id = f.ticket_id AND t.origin IS NOT NULL RETURNING f.created_day, f.closed_day)
       UPDATE figure_day SET stale_tickets = true, stale_messages = true
       WHERE day IN (SELECT created_day FROM gone UNION SELECT closed_day FROM gone UNION SELECT created_day + 1 FROM gone)`,
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_created",
    "CREATE INDEX CONCURRENTLY ticket_created ON ticket (created_at) INCLUDE (contact_id, queue_key, user_key, is_group, origin)",
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_created_facts",
  ],
} as const;
