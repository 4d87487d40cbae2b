/**
 * Lanes whose next events are acks alone are taken and released together. Each locks lanes' rows in the order of their names, as
 * the intake does.
 */
export const laneAcks = {
  name: "0066-laneAcks",
  sql: `
-- Like take_lane, whose lane is the first one here. Where its next events are all acks, further ready lanes of which that is true
-- are taken with it. Events are read after the locks.
CREATE FUNCTION take_lanes(candidates int, most int, ack_lanes int)
RETURNS TABLE (lane text, id bigint, connection_id int, kind text, payload jsonb, sent_at timestamptz, received_at timestamptz, attempts smallint)
LANGUAGE plpgsql AS $$
DECLARE
  taken text;
  others text[] := '{}';
BEGIN
  WITH ready AS MATERIALIZED (
    SELECT l.lane FROM inbound_lane l WHERE l.ready_at <= clock_timestamp() ORDER BY l.ready_at LIMIT candidates
  ) SELECT r.lane INTO taken FROM ready r WHERE pg_try_advisory_xact_lock(hashtextextended(r.lane, 0)) LIMIT 1;
  IF taken IS NULL THEN RETURN; END IF;
  IF NOT EXISTS (
    SELECT FROM (SELECT e.kind FROM inbound_event e WHERE e.lane = taken AND e.state = 0 ORDER BY e.sent_at, e.id LIMIT most) due WHERE due.kind <> 'ack'
  ) THEN
    WITH ready AS MATERIALIZED (
      SELECT l.lane FROM inbound_lane l WHERE l.ready_at <= clock_timestamp() ORDER BY l.ready_at LIMIT candidates
    ), acks AS MATERIALIZED (
      SELECT r.lane FROM ready r WHERE r.lane <> taken AND NOT EXISTS (
        SELECT FROM (SELECT e.kind FROM inbound_event e WHERE e.lane = r.lane AND e.state = 0 ORDER BY e.sent_at, e.id LIMIT most) due WHERE due.kind <> 'ack')
    ), locked AS (
      SELECT r.lane FROM acks r WHERE pg_try_advisory_xact_lock(hashtextextended(r.lane, 0)) LIMIT ack_lanes - 1
    ) SELECT coalesce(array_agg(l.lane), '{}') INTO others FROM locked l;
  END IF;
  RETURN QUERY SELECT l.lane, due.* FROM unnest(taken || others) WITH ORDINALITY AS l(lane, place) LEFT JOIN LATERAL (
    SELECT e.id, e.connection_id, e.kind, e.payload, e.sent_at::timestamptz, e.received_at, e.attempts
    FROM inbound_event e WHERE e.lane = l.lane AND e.state = 0 ORDER BY e.sent_at, e.id LIMIT most
  ) AS due ON true ORDER BY l.place, due.sent_at, due.id;
END $$;
CREATE FUNCTION release_lanes(which text[], done bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inbound_event SET state = 1, last_error = NULL WHERE id = ANY(done);
  PERFORM FROM inbound_lane l WHERE l.lane = ANY(which) ORDER BY l.lane FOR UPDATE;
  UPDATE inbound_lane l SET ready_at = CASE WHEN EXISTS (SELECT FROM inbound_event e WHERE e.lane = l.lane AND e.state = 0) THEN clock_timestamp() END
  WHERE l.lane = ANY(which);
END $$;
-- Takes all locks of lanes before it changes the row of one: whoever waits here must not hold up a delivery, because the
-- holder of the lock may wait for that delivery in another of its lanes.
CREATE OR REPLACE FUNCTION adopt_orphans_of_sends(sends uuid[]) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  lanes text[] := ARRAY(SELECT DISTINCT o.lane FROM outbox o WHERE o.id = ANY(sends) ORDER BY o.lane);
  which text;
  adopted boolean := false;
BEGIN
  FOREACH which IN ARRAY lanes LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(which, 0));
  END LOOP;
  FOREACH which IN ARRAY lanes LOOP
    UPDATE inbound_event e SET state = 0, attempts = 0 WHERE e.lane = which AND e.state = 3;
    CONTINUE WHEN NOT FOUND;
    adopted := true;
    UPDATE inbound_lane l SET ready_at = clock_timestamp() WHERE l.lane = which;
  END LOOP;
  RETURN adopted;
END $$;
`,
} as const;
