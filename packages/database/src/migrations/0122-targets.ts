/** What a queue promises, the clocks of its conversations, and the notices about them (D-510). */
export const targets = {
  name: "0122-targets",
  sql: `
-- In minutes of the queue's working time; NULL for none. The warning is a share of them in percent.
ALTER TABLE queue
  ADD COLUMN first_answer_target int CHECK (first_answer_target > 0),
  ADD COLUMN next_answer_target int CHECK (next_answer_target > 0),
  ADD COLUMN resolution_target int CHECK (resolution_target > 0),
  ADD COLUMN target_warning int NOT NULL DEFAULT 80 CHECK (target_warning BETWEEN 1 AND 99);

-- What is due first in the conversation, as its lists show it; and when a person answered last.
ALTER TABLE ticket
  ADD COLUMN due_at timestamptz(3),
  ADD COLUMN due_of text CHECK (due_of IN ('firstAnswer', 'nextAnswer', 'resolution')),
  ADD COLUMN answered_at timestamptz(3);

-- A row is a clock of a conversation. One that has ended, or whose time was over, is a fact: its target, instants, queue and person
-- stay as they were. Queue and person have no reference, because the fact outlives them.
CREATE TABLE target_clock (
  id serial PRIMARY KEY,
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('firstAnswer', 'nextAnswer', 'resolution')),
  -- What it belongs to: the customer's message that waits, or the beginning of the conversation.
  since timestamptz(3) NOT NULL,
  started_at timestamptz(3) NOT NULL,
  spent_ms int NOT NULL DEFAULT 0,
  -- NULL while it stands still.
  running_since timestamptz(3),
  target_ms int NOT NULL,
  warn_at timestamptz(3),
  due_at timestamptz(3),
  breached_at timestamptz(3),
  ended_at timestamptz(3),
  queue_id int NOT NULL,
  user_id int,
  -- 1 when the owner was told that its time runs out, 2 when people were told that it is over.
  told int NOT NULL DEFAULT 0,
  -- When a worker has to look at it.
  next_at timestamptz(3) GENERATED ALWAYS AS (CASE WHEN ended_at IS NULL THEN CASE told WHEN 0 THEN least(warn_at, due_at) WHEN 1 THEN due_at END END) STORED,
  -- When it was known whether the target was kept.
  decided_at timestamptz(3) GENERATED ALWAYS AS (coalesce(breached_at, ended_at)) STORED
);
CREATE UNIQUE INDEX target_clock_running ON target_clock (ticket_id, kind) WHERE ended_at IS NULL;
CREATE INDEX target_clock_ticket ON target_clock (ticket_id);
CREATE INDEX target_clock_next ON target_clock (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX target_clock_decided ON target_clock (decided_at) WHERE decided_at IS NOT NULL;

-- A row is a queue whose targets or hours have changed and whose running clocks a worker has to count anew.
CREATE TABLE target_recount (
  queue_id int PRIMARY KEY REFERENCES queue ON DELETE CASCADE,
  asked_at timestamptz(3) NOT NULL
);

ALTER TABLE comment_mention
  DROP CONSTRAINT comment_mention_kind_check,
  ADD CONSTRAINT comment_mention_kind_check CHECK (kind IN ('mention', 'handover', 'failedSend', 'heldSend', 'target')),
  ADD COLUMN clock_id int REFERENCES target_clock ON DELETE CASCADE;
ALTER TABLE comment_mention DROP COLUMN key;
ALTER TABLE comment_mention ADD COLUMN key text NOT NULL GENERATED ALWAYS AS
  (coalesce('message-' || message_id::text, 'massSend-' || run_id::text, 'schedule-' || schedule_id::text, 'target-' || clock_id::text)) STORED;
CREATE UNIQUE INDEX comment_mention_once ON comment_mention (user_id, key);
CREATE INDEX comment_mention_clock ON comment_mention (clock_id) WHERE clock_id IS NOT NULL;
`,
} as const;
