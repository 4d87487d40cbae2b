/** One table of what people are told, made of the table of mentions; its name stays, because an older process may run beside. */
export const notices = {
  name: "0115-notices",
  sql: `
-- A row is something of which a person is told and at which she has not looked yet: a comment in a ticket, a mass send or a schedule. It
-- goes when she has.
ALTER TABLE comment_mention DROP CONSTRAINT comment_mention_pkey;
ALTER TABLE comment_mention
  ALTER COLUMN message_id DROP NOT NULL,
  ADD COLUMN kind text NOT NULL DEFAULT 'mention' CHECK (kind IN ('mention', 'handover', 'failedSend', 'heldSend')),
  ADD COLUMN run_id int REFERENCES send_run ON DELETE CASCADE,
  ADD COLUMN schedule_id int REFERENCES schedule ON DELETE CASCADE,
  -- Why a send does not go on.
  ADD COLUMN reason text,
  ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN key text NOT NULL GENERATED ALWAYS AS
    (coalesce('message-' || message_id::text, 'massSend-' || run_id::text, 'schedule-' || schedule_id::text)) STORED;
UPDATE comment_mention c SET kind = 'failedSend' FROM message m WHERE m.id = c.message_id AND m.user_id IS NULL;
UPDATE comment_mention c SET created_at = m.sent_at FROM message m WHERE m.id = c.message_id;
CREATE UNIQUE INDEX comment_mention_once ON comment_mention (user_id, key);
CREATE INDEX comment_mention_run ON comment_mention (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX comment_mention_schedule ON comment_mention (schedule_id) WHERE schedule_id IS NOT NULL;
`,
} as const;
