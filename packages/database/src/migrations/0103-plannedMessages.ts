/**
 * Messages that are scheduled in a conversation (D-273). Their moment has a column of its own, because an older worker would take
 * `next_due` for a schedule without recipients.
 */
export const plannedMessages = {
  name: "0103-plannedMessages",
  sql: `
ALTER TABLE schedule
  ADD COLUMN ticket_id int REFERENCES ticket ON DELETE CASCADE,
  ADD COLUMN planned_at timestamptz(3),
  ADD COLUMN signed boolean NOT NULL DEFAULT false,
  ADD COLUMN failure text;
CREATE INDEX schedule_planned ON schedule (planned_at) WHERE planned_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX schedule_of_ticket ON schedule (ticket_id) WHERE ticket_id IS NOT NULL;
`,
} as const;
