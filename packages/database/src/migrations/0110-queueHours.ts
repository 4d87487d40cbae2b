/** Opening hours of queues that differ from the company's, and what happens to customers while a queue is closed. */
export const queueHours = {
  name: "0110-queueHours",
  sql: `
ALTER TABLE queue
  -- The text of OwnHours; empty for the company's hours.
  ADD COLUMN opening_hours text NOT NULL DEFAULT '',
  ADD COLUMN out_of_hours_message text NOT NULL DEFAULT '',
  ADD COLUMN out_of_hours_queue_id int REFERENCES queue ON DELETE SET NULL;
`,
} as const;
