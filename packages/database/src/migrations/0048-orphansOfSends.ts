/** What waited for the id of a message that we sent is tried again once the id is stored. */
export const orphansOfSends = {
  name: "0048-orphansOfSends",
  sql: `
-- A function, because the events must be looked for after the lane's lock: a transaction that holds it may
-- just be storing that an event waits. Returns whether there was one.
CREATE FUNCTION adopt_orphans_of_sends(sends uuid[]) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  which text;
  adopted boolean := false;
BEGIN
  FOR which IN SELECT DISTINCT o.lane FROM outbox o WHERE o.id = ANY(sends) ORDER BY o.lane LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(which, 0));
    UPDATE inbound_event e SET state = 0, attempts = 0 WHERE e.lane = which AND e.state = 3;
    CONTINUE WHEN NOT FOUND;
    adopted := true;
    UPDATE inbound_lane l SET ready_at = clock_timestamp() WHERE l.lane = which;
  END LOOP;
  RETURN adopted;
END $$;
`,
} as const;
