/**
 * The first and the last statements of a lane's transaction, each as one call. They are functions,
 * because their second statement must see what was committed before the first one had its lock.
 */
export const laneFunctions = {
  name: "0046-laneFunctions",
  sql: `
-- Candidates are read before any lock is tried, and locks are tried one by one until one succeeds, so
-- that no other lane is locked. A lane without new events is one row without an event.
CREATE FUNCTION take_lane(candidates int, most int)
RETURNS TABLE (lane text, id bigint, connection_id int, kind text, payload jsonb, sent_at timestamptz, received_at timestamptz, attempts smallint)
LANGUAGE plpgsql AS $$
DECLARE taken text;
BEGIN
  WITH ready AS MATERIALIZED (
    SELECT l.lane FROM inbound_lane l WHERE l.ready_at <= clock_timestamp() ORDER BY l.ready_at LIMIT candidates
  ) SELECT r.lane INTO taken FROM ready r WHERE pg_try_advisory_xact_lock(hashtextextended(r.lane, 0)) LIMIT 1;
  IF taken IS NULL THEN RETURN; END IF;
  RETURN QUERY SELECT taken, due.* FROM (VALUES (1)) AS always LEFT JOIN (
    SELECT e.id, e.connection_id, e.kind, e.payload, e.sent_at::timestamptz, e.received_at, e.attempts
    FROM inbound_event e WHERE e.lane = taken AND e.state = 0 ORDER BY e.sent_at, e.id LIMIT most
  ) AS due ON true ORDER BY due.sent_at, due.id;
END $$;
-- The lane's row is locked last, and new events are looked for under that lock.
CREATE FUNCTION release_lane(which text, done bigint[], adopts boolean, delay_ms int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inbound_event SET state = 1, last_error = NULL WHERE id = ANY(done);
  IF adopts THEN
    UPDATE inbound_event e SET state = 0, attempts = 0 WHERE e.lane = which AND e.state = 3;
  END IF;
  PERFORM FROM inbound_lane l WHERE l.lane = which FOR UPDATE;
  UPDATE inbound_lane l SET ready_at = CASE
    WHEN delay_ms IS NOT NULL THEN clock_timestamp() + delay_ms * interval '1 millisecond'
    WHEN EXISTS (SELECT FROM inbound_event e WHERE e.lane = which AND e.state = 0) THEN clock_timestamp() END
  WHERE l.lane = which;
END $$;
`,
} as const;
