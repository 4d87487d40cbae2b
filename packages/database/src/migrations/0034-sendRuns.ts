/**
 * Mass sends and schedules. A run is one sending of a text to the recipients that were listed when
 * it began; a row of each recipient follows the outcome of its message.
 */
export const sendRuns = {
  name: "0034-sendRuns",
  sql: `
CREATE TABLE schedule (
  id serial PRIMARY KEY,
  title text NOT NULL DEFAULT '',
  message text NOT NULL,
  recurrence text NOT NULL CHECK (recurrence IN ('once', 'every_day', 'every_week', 'every_month', 'quarterly', 'anually', 'last_day_of_month', 'business_day')),
  rule_value text NOT NULL DEFAULT '',
  send_at timestamptz(3) NOT NULL,
  all_contacts boolean NOT NULL,
  contact_ids int[] NOT NULL DEFAULT '{}',
  tag_ids int[] NOT NULL DEFAULT '{}',
  connection_id int REFERENCES connection ON DELETE SET NULL,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  -- NULL when it does not go out any more.
  next_due timestamptz(3),
  -- When the value of last_day_of_month becomes 0 again (D-193).
  reset_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX schedule_due ON schedule (next_due) WHERE next_due IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX schedule_reset ON schedule (reset_at) WHERE reset_at IS NOT NULL;

CREATE TABLE send_run (
  id serial PRIMARY KEY,
  -- Both NULL for a mass send; otherwise one run per schedule and due minute (D-194).
  schedule_id int REFERENCES schedule ON DELETE CASCADE,
  due_at timestamptz(3),
  state text NOT NULL DEFAULT 'freezing' CHECK (state IN ('freezing', 'running', 'paused', 'done', 'cancelled')),
  message text NOT NULL,
  all_contacts boolean NOT NULL,
  contact_ids int[] NOT NULL DEFAULT '{}',
  tag_ids int[] NOT NULL DEFAULT '{}',
  connection_id int REFERENCES connection ON DELETE SET NULL,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  -- Contacts up to this id have been looked at.
  frozen_to int NOT NULL DEFAULT 0,
  total int NOT NULL DEFAULT 0,
  cancelled int NOT NULL DEFAULT 0,
  left_out jsonb NOT NULL DEFAULT '{}',
  active_since timestamptz(3) NOT NULL DEFAULT now(),
  last_handed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  CHECK ((schedule_id IS NULL) = (due_at IS NULL)),
  UNIQUE (schedule_id, due_at)
);
CREATE INDEX send_run_live ON send_run (connection_id, id) WHERE state IN ('freezing', 'running', 'paused');
CREATE INDEX send_run_mass ON send_run (id DESC) WHERE schedule_id IS NULL;

CREATE TABLE send_recipient (
  run_id int NOT NULL REFERENCES send_run ON DELETE CASCADE,
  -- No reference: the record stays when the contact is deleted.
  contact_id int NOT NULL,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'handed', 'sent', 'delivered', 'read', 'answered', 'failed', 'unknown', 'skipped', 'cancelled')),
  reason text,
  message_id bigint,
  handed_at timestamptz(3),
  changed_at timestamptz(3),
  PRIMARY KEY (run_id, contact_id)
) WITH (fillfactor = 80);
CREATE INDEX send_recipient_open ON send_recipient (run_id, contact_id) WHERE state IN ('queued', 'handed');
CREATE INDEX send_recipient_message ON send_recipient (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX send_recipient_reached ON send_recipient (contact_id) WHERE state IN ('sent', 'delivered', 'read', 'unknown');

-- Runs whose recipients changed, as rows that are only added, so that no two writers change the same row.
CREATE TABLE send_change (
  run_id int NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The next moment at which a connection may hand over a mass or scheduled message (D-183).
CREATE TABLE send_pacing (
  connection_id int PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  interval_ms int NOT NULL DEFAULT 15000 CHECK (interval_ms > 0),
  handed_at timestamptz NOT NULL DEFAULT '-infinity',
  next_at timestamptz NOT NULL DEFAULT '-infinity'
);

ALTER TABLE outbox ADD COLUMN send_run_id int;
ALTER TABLE message ADD COLUMN send_run_id int;
CREATE INDEX outbox_paced ON outbox (connection_id) WHERE send_run_id IS NOT NULL AND state IN ('queued', 'handed');

-- The state of a recipient follows its message's in the same transaction, whichever statement changes it.
CREATE FUNCTION follow_paced_send() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'handed' THEN
    UPDATE send_pacing SET handed_at = clock_timestamp(), next_at = clock_timestamp() + interval_ms * interval '1 millisecond' WHERE connection_id = NEW.connection_id;
  ELSIF NEW.state = 'queued' THEN
    NEW.not_before := greatest(NEW.not_before, (SELECT next_at FROM send_pacing WHERE connection_id = NEW.connection_id));
  ELSE
    UPDATE send_recipient SET state = NEW.state, changed_at = clock_timestamp(),
      reason = CASE WHEN NEW.state IN ('failed', 'unknown') THEN coalesce(nullif(NEW.error->>'message', ''), NEW.error->>'code') END
    WHERE message_id = NEW.message_id AND state IN ('handed', 'unknown', 'failed', 'sent')
      AND NOT (NEW.state = 'unknown' AND state = 'sent');
    IF FOUND THEN INSERT INTO send_change VALUES (NEW.send_run_id); END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER outbox_paced BEFORE UPDATE OF state ON outbox FOR EACH ROW
  WHEN (NEW.send_run_id IS NOT NULL AND OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION follow_paced_send();

CREATE FUNCTION follow_paced_ack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE send_recipient SET state = CASE WHEN NEW.ack = 2 THEN 'delivered' ELSE 'read' END, reason = NULL, changed_at = clock_timestamp()
  WHERE message_id = NEW.id AND state NOT IN ('answered', 'cancelled', 'skipped');
  IF FOUND THEN INSERT INTO send_change VALUES (NEW.send_run_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER message_paced AFTER UPDATE OF ack ON message FOR EACH ROW
  WHEN (NEW.send_run_id IS NOT NULL AND NEW.ack >= 2 AND NEW.ack > OLD.ack) EXECUTE FUNCTION follow_paced_ack();
`,
} as const;
