/** Outgoing webhooks, what is to be delivered, and how far live events were read for them (D-600). */
export const outgoingHooks = {
  name: "0130-outgoingHooks",
  sql: `
-- A row is a webhook of its owner, whose rights decide at each delivery. The keys are sealed; the earlier one signs until it is dropped.
CREATE TABLE hook (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  name text NOT NULL,
  address text NOT NULL,
  events text[] NOT NULL,
  reach text NOT NULL CHECK (reach IN ('all', 'queues', 'own')),
  queue_ids int[] NOT NULL,
  secret_sealed text NOT NULL,
  old_secret_sealed text,
  created_at timestamptz(3) NOT NULL,
  paused_at timestamptz(3),
  pause_reason text CHECK (pause_reason IN ('person', 'owner', 'gone', 'failing')),
  failing_since timestamptz(3),
  failures int NOT NULL DEFAULT 0,
  rest_until timestamptz(3),
  sent_at timestamptz(3),
  CHECK ((paused_at IS NULL) = (pause_reason IS NULL))
);
CREATE INDEX hook_user ON hook (user_id);

-- One row: the live events between "since" and "until" with ids above "after_id" are next, and "holder" is the process that works.
CREATE TABLE hook_reader (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  since text,
  until text,
  after_id bigint NOT NULL DEFAULT 0,
  holder uuid,
  lease_until timestamptz
);

-- A row is one event for one webhook, with the facts of the live event; the view is made when it leaves. Rows of a lane leave in order.
CREATE TABLE hook_delivery (
  id bigserial PRIMARY KEY,
  hook_id int NOT NULL REFERENCES hook ON DELETE CASCADE,
  key uuid NOT NULL DEFAULT gen_random_uuid(),
  event_id bigint,
  part int NOT NULL DEFAULT 0,
  event text NOT NULL,
  lane text NOT NULL,
  topic text NOT NULL,
  ticket_id int,
  object_id bigint,
  payload jsonb NOT NULL,
  at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'withheld', 'dead')),
  attempts int NOT NULL DEFAULT 0,
  first_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  status int,
  fault text,
  ms int,
  ended_at timestamptz(3),
  body_sealed text,
  UNIQUE (hook_id, event_id, part)
);
CREATE INDEX hook_delivery_due ON hook_delivery (hook_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX hook_delivery_lane ON hook_delivery (hook_id, lane, id) WHERE state = 'waiting';
CREATE INDEX hook_delivery_log ON hook_delivery (hook_id, id);
CREATE INDEX hook_delivery_dead ON hook_delivery (hook_id, id) WHERE state = 'dead';
`,
} as const;
