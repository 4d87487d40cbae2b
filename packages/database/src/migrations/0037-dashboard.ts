/**
 * Daily figures of the dashboard, written by the worker: a cell per day of the company's zone, queue,
 * user, connection and kind of contact. Each statement runs alone, because the indexes are built
 * beside running processes; what an interrupted build left is removed first.
 */
export const dashboard = {
  name: "0037-dashboard",
  steps: [
    // Times in milliseconds of working time. `hours` are the tickets created from 08:00 to 19:59, per hour.
    `CREATE TABLE IF NOT EXISTS figure_ticket_cell (
       day date NOT NULL,
       queue_key int NOT NULL,
       user_key int NOT NULL,
       connection_key int NOT NULL,
       is_group boolean NOT NULL,
       created int NOT NULL,
       hours int[] NOT NULL,
       closed int NOT NULL,
       waits int NOT NULL,
       wait_ms bigint NOT NULL,
       handled int NOT NULL,
       handle_ms bigint NOT NULL,
       ratings int NOT NULL,
       rating_sum int NOT NULL,
       PRIMARY KEY (day, queue_key, user_key, connection_key, is_group)
     )`,
    `CREATE TABLE IF NOT EXISTS figure_message_cell (
       day date NOT NULL,
       queue_key int NOT NULL,
       user_key int NOT NULL,
       connection_key int NOT NULL,
       is_group boolean NOT NULL,
       n int NOT NULL,
       PRIMARY KEY (day, queue_key, user_key, connection_key, is_group)
     )`,
    // A past day: which part must be computed again, and the rule by which its working time was counted; null until it was.
    `CREATE TABLE IF NOT EXISTS figure_day (
       day date PRIMARY KEY,
       stale_tickets boolean NOT NULL DEFAULT true,
       stale_messages boolean NOT NULL DEFAULT true,
       rule text
     )`,
    `CREATE INDEX IF NOT EXISTS figure_day_stale ON figure_day (day DESC) WHERE stale_tickets OR stale_messages`,
    // In which days a ticket is counted, so that they are found when it changes or is deleted.
    `CREATE TABLE IF NOT EXISTS figure_ticket (
       ticket_id int PRIMARY KEY,
       created_day date,
       closed_day date,
       facts bigint NOT NULL
     )`,
    // Up to which live event changes were noticed; `version` rises with each written day.
    `CREATE TABLE IF NOT EXISTS figure_state (
       id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
       cursor text,
       zone text NOT NULL DEFAULT '',
       version bigint NOT NULL DEFAULT 0
     )`,
    `INSERT INTO figure_state DEFAULT VALUES ON CONFLICT DO NOTHING`,
    `DROP INDEX CONCURRENTLY IF EXISTS ticket_closed`,
    `CREATE INDEX CONCURRENTLY ticket_closed ON ticket (closed_at) WHERE closed_at IS NOT NULL`,
    `DROP INDEX CONCURRENTLY IF EXISTS ticket_created_facts`,
    `CREATE INDEX CONCURRENTLY ticket_created_facts ON ticket (created_at) INCLUDE (contact_id, queue_key, user_key, is_group)`,
    `DROP INDEX CONCURRENTLY IF EXISTS message_sent`,
    `CREATE INDEX CONCURRENTLY message_sent ON message USING brin (sent_at timestamptz_minmax_multi_ops) WITH (pages_per_range = 32, autosummarize = on)`,
  ],
} as const;
