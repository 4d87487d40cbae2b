/**
 * What protects numbers and customers from mass sends: contacts who want no more of them, and
 * connections that stopped by themselves. Indexes are built beside running processes, so each
 * statement runs alone and may be repeated.
 */
export const sendProtection = {
  name: "0039-sendProtection",
  steps: [
    `CREATE TABLE IF NOT EXISTS contact_opt_out (
      contact_id int PRIMARY KEY REFERENCES contact ON DELETE CASCADE,
      at timestamptz(3) NOT NULL,
      reason text NOT NULL CHECK (reason IN ('word', 'person')),
      -- What the contact wrote.
      word text NOT NULL DEFAULT ''
    )`,
    `ALTER TABLE send_pacing ADD COLUMN IF NOT EXISTS refusals int NOT NULL DEFAULT 0`,
    // Set while the connection waits for a person to let it go on.
    `ALTER TABLE send_pacing ADD COLUMN IF NOT EXISTS stopped_at timestamptz(3)`,
    `ALTER TABLE send_pacing ADD COLUMN IF NOT EXISTS stop_reason text CHECK (stop_reason IN ('refusals', 'blocked'))`,
    `ALTER TABLE send_pacing ADD COLUMN IF NOT EXISTS stop_detail text`,
    // The last live event about the run.
    `ALTER TABLE send_run ADD COLUMN IF NOT EXISTS reported_at timestamptz(3)`,
    `DROP INDEX CONCURRENTLY IF EXISTS send_recipient_handed`,
    `CREATE INDEX CONCURRENTLY send_recipient_handed ON send_recipient (contact_id) WHERE handed_at IS NOT NULL`,
    // What was handed over for a run, for its proof.
    `DROP INDEX CONCURRENTLY IF EXISTS outbox_run`,
    `CREATE INDEX CONCURRENTLY outbox_run ON outbox (send_run_id) WHERE send_run_id IS NOT NULL`,
    // The state of a recipient follows its message's; refusals in a row, or Meta's sign of a block, stop the connection.
    `CREATE OR REPLACE FUNCTION follow_paced_send() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$`,
  ],
} as const;
