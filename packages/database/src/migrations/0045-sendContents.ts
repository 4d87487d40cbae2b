/**
 * Files of schedules, and the template that a run sends where the network accepts no free text. A
 * recipient of several files gets one message after the other, each at its turn.
 */
export const sendContents = {
  name: "0045-sendContents",
  sql: `
ALTER TABLE file DROP CONSTRAINT file_owner_kind_check;
ALTER TABLE file ADD CONSTRAINT file_owner_kind_check CHECK
  (owner_kind IN ('message', 'contact', 'user', 'quickAnswer', 'chatMessage', 'report', 'company', 'schedule', 'incoming')) NOT VALID;
ALTER TABLE schedule ADD COLUMN file_ids uuid[] NOT NULL DEFAULT '{}', ADD COLUMN template jsonb;
ALTER TABLE send_run ADD COLUMN file_ids uuid[] NOT NULL DEFAULT '{}', ADD COLUMN template jsonb;
-- How many messages follow the one that was handed over last.
ALTER TABLE send_recipient ADD COLUMN parts_left smallint NOT NULL DEFAULT 0;

-- As before, except that a recipient with more to come waits for its next turn.
CREATE OR REPLACE FUNCTION follow_paced_send() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'handed' THEN
    UPDATE send_pacing SET handed_at = clock_timestamp(), next_at = clock_timestamp() + interval_ms * interval '1 millisecond' WHERE connection_id = NEW.connection_id;
  ELSIF NEW.state = 'queued' THEN
    NEW.not_before := greatest(NEW.not_before, (SELECT next_at FROM send_pacing WHERE connection_id = NEW.connection_id));
  ELSE
    UPDATE send_recipient SET state = CASE WHEN NEW.state = 'sent' AND OLD.state = 'handed' AND parts_left > 0 THEN 'queued' ELSE NEW.state END,
      changed_at = clock_timestamp(),
      reason = CASE WHEN NEW.state IN ('failed', 'unknown') THEN coalesce(nullif(NEW.error->>'message', ''), NEW.error->>'code') END
    WHERE message_id = NEW.message_id AND state IN ('handed', 'unknown', 'failed', 'sent')
      AND NOT (NEW.state = 'unknown' AND state = 'sent');
    IF FOUND THEN INSERT INTO send_change VALUES (NEW.send_run_id); END IF;
    IF NEW.state = 'sent' THEN
      UPDATE send_pacing SET refusals = 0 WHERE connection_id = NEW.connection_id AND refusals > 0;
    END IF;
  END IF;
  IF NEW.state = 'failed' AND OLD.state = 'handed' OR NEW.state = 'queued' AND NEW.error->>'code' = '131048' THEN
    UPDATE send_pacing SET refusals = refusals + 1,
      stopped_at = CASE WHEN refusals >= 4 OR NEW.state = 'queued' THEN clock_timestamp() END,
      stop_reason = CASE WHEN NEW.state = 'queued' THEN 'blocked' WHEN refusals >= 4 THEN 'refusals' END,
      stop_detail = CASE WHEN refusals >= 4 OR NEW.state = 'queued' THEN coalesce(nullif(NEW.error->>'message', ''), NEW.error->>'code') END
    WHERE connection_id = NEW.connection_id AND stopped_at IS NULL;
    INSERT INTO send_change SELECT r.id FROM send_run r JOIN send_pacing p USING (connection_id)
      WHERE r.connection_id = NEW.connection_id AND r.state IN ('running', 'paused') AND p.stopped_at IS NOT NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION follow_paced_ack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE send_recipient SET state = CASE WHEN NEW.ack = 2 THEN 'delivered' ELSE 'read' END, reason = NULL, changed_at = clock_timestamp()
  WHERE message_id = NEW.id AND parts_left = 0 AND state NOT IN ('answered', 'cancelled', 'skipped');
  IF FOUND THEN INSERT INTO send_change VALUES (NEW.send_run_id); END IF;
  RETURN NULL;
END $$;
`,
} as const;
