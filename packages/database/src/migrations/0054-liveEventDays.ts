/**
 * Live events in partitions of a day, so that a day is dropped and not deleted row by row. The table as it was is the first one, up
 * to the end of tomorrow.
 */
export const liveEventDays = {
  name: "0054-liveEventDays",
  sql: `
DO $$
DECLARE
  until timestamptz := (date_trunc('day', now() AT TIME ZONE 'UTC') + interval '2 days') AT TIME ZONE 'UTC';
  name text := to_char(until AT TIME ZONE 'UTC', '"live_event_until_"YYYY_MM_DD');
BEGIN
  -- The database's clock was ahead: such events would keep the first day for ever.
  UPDATE live_event SET at = now() WHERE at > now() + interval '1 day';
  LOCK TABLE live_event IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('ALTER TABLE live_event RENAME TO %I', name);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT live_event_pkey', name);
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY USING INDEX live_event_key', name, name || '_pkey');
  EXECUTE format('ALTER INDEX live_event_cursor RENAME TO %I', name || '_xid_id_idx');
  EXECUTE format('CREATE TABLE live_event (LIKE %I INCLUDING DEFAULTS) PARTITION BY RANGE (at)', name);
  ALTER SEQUENCE live_event_id_seq OWNED BY live_event.id;
  ALTER TABLE live_event ADD PRIMARY KEY (id, at);
  CREATE INDEX live_event_cursor ON live_event (xid, id);
  EXECUTE format('ALTER TABLE live_event ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, until);
  CREATE TABLE live_event_default PARTITION OF live_event DEFAULT;
END $$;
`,
} as const;
