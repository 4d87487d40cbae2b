/**
 * Web push: the browsers that subscribed, what has happened since, and the messages for each browser.
 * An event is written with its cause; a worker makes deliveries of it.
 */
export const pushes = {
  name: "0036-pushes",
  sql: `
CREATE TABLE push_subscription (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  -- A subscription lives no longer than the session that registered it.
  session_id uuid NOT NULL REFERENCES auth_session ON DELETE CASCADE,
  endpoint_hash bytea NOT NULL UNIQUE,
  p256dh text NOT NULL,
  endpoint_sealed text NOT NULL,
  auth_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX push_subscription_user ON push_subscription (user_id);
CREATE INDEX push_subscription_session ON push_subscription (session_id);

CREATE TABLE push_event (
  id bigserial PRIMARY KEY,
  kind text NOT NULL,
  -- The row of its kind: the message.
  object_id bigint NOT NULL
);

CREATE TABLE push_delivery (
  id bigserial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  subscription_id int REFERENCES push_subscription ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  -- Emptied when it has ended.
  payload jsonb NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- The last answer of the push service.
  status smallint
);
CREATE INDEX push_delivery_due ON push_delivery (due_at) WHERE state = 'queued';
CREATE INDEX push_delivery_subscription ON push_delivery (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX push_delivery_expiry ON push_delivery (expires_at);
`,
} as const;
