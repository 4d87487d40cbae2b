/** Journals: received events, sends, live events, questions to gateways, chores and the audit. */
export const journals = {
  name: "0003-journals",
  sql: `
CREATE TABLE inbound_event (
  id bigserial PRIMARY KEY,
  connection_id int NOT NULL,
  kind text NOT NULL,
  lane text NOT NULL,
  dedupe_key text NOT NULL,
  body_sha bytea NOT NULL,
  payload jsonb NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- 0 new, 1 done, 2 parked after five tries, 3 orphan: waits for the message that it refers to
  state smallint NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  last_error text,
  UNIQUE (connection_id, dedupe_key)
);
CREATE INDEX inbound_todo ON inbound_event (lane, sent_at, id) WHERE state = 0;
CREATE INDEX inbound_orphan ON inbound_event (lane, id) WHERE state = 3;
CREATE INDEX inbound_parked ON inbound_event (id) WHERE state = 2;
CREATE INDEX inbound_received ON inbound_event (received_at);
CREATE TABLE inbound_lane (
  lane text PRIMARY KEY,
  ready_at timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX inbound_lane_ready ON inbound_lane (ready_at) WHERE ready_at IS NOT NULL;
CREATE TABLE inbound_conflict (
  connection_id int NOT NULL,
  dedupe_key text NOT NULL,
  n int NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connection_id, dedupe_key)
);

CREATE SEQUENCE outbox_seq;
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  message_id bigint UNIQUE REFERENCES message ON DELETE CASCADE,
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  lane text NOT NULL,
  lane_seq bigint NOT NULL DEFAULT nextval('outbox_seq'),
  origin text NOT NULL CHECK (origin IN ('agent', 'system')),
  user_id int,
  cause_event_id bigint,
  cause_kind text,
  client_key text,
  external_id text,
  peer jsonb NOT NULL,
  heavy boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'handed', 'sent', 'failed', 'unknown', 'cancelled')),
  attempt int NOT NULL DEFAULT 0,
  doubted boolean NOT NULL DEFAULT false,
  holder uuid,
  epoch bigint,
  handed_at timestamptz,
  not_before timestamptz NOT NULL DEFAULT now(),
  first_handed_at timestamptz,
  error jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  UNIQUE (lane, lane_seq),
  UNIQUE (cause_event_id, cause_kind)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX outbox_external_uq ON outbox (connection_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX outbox_live ON outbox (lane, lane_seq) WHERE state IN ('queued', 'handed');
CREATE INDEX outbox_due ON outbox (connection_id, lane_seq) WHERE state = 'queued';
CREATE INDEX outbox_handed ON outbox (connection_id, handed_at) WHERE state = 'handed';

CREATE TABLE live_event (
  id bigserial PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  topic text NOT NULL,
  ticket_id int,
  payload jsonb NOT NULL
);
CREATE INDEX live_event_cursor ON live_event (xid, id);

CREATE TABLE gateway_call (
  id uuid PRIMARY KEY,
  connection_id int NOT NULL,
  kind text NOT NULL,
  input jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'claimed', 'answered', 'refused')),
  answer jsonb,
  error text,
  user_id int,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX gateway_call_waiting ON gateway_call (created_at) WHERE state = 'waiting';

-- Work at a gateway after a commit: one row per chore.
CREATE TABLE gateway_chore (
  id bigserial PRIMARY KEY,
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('fetchMedia', 'fetchPicture', 'markRead', 'describeGroup')),
  subject text NOT NULL,
  input jsonb NOT NULL,
  ready_at timestamptz NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  last_error text,
  UNIQUE (connection_id, kind, subject)
);
CREATE INDEX gateway_chore_ready ON gateway_chore (ready_at);

CREATE TABLE idempotency (
  user_id int NOT NULL,
  key text NOT NULL,
  route text NOT NULL,
  body_sha bytea NOT NULL,
  object_ids bigint[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_created ON idempotency (created_at);

CREATE TABLE audit_entry (
  id bigserial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- 'server' rows are evidence, 'client' rows are remarks that a browser sent (D-228)
  source text NOT NULL CHECK (source IN ('server', 'client')),
  action text NOT NULL,
  description text NOT NULL DEFAULT '',
  origin text NOT NULL DEFAULT '',
  user_id int,
  session_id uuid,
  ip text,
  ticket_id int,
  contact_id int,
  queue_id int,
  connection_id int,
  message_id bigint,
  subject_user_id int
);
CREATE TABLE audit_seal (
  id bigserial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  entry_ids bigint[] NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);
CREATE TABLE audit_sealed (
  entry_id bigint PRIMARY KEY,
  seal_id bigint NOT NULL
);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`,
} as const;
