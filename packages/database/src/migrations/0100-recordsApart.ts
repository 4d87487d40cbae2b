/**
 * Tickets that exist only to hold a sent message leave the lists and counts. A trigger keeps their bucket, because another expression would
 * rewrite the table and stop all work meanwhile, and makes conversations of them, also for a process of the version before: by any status
 * but `closed`, and by the customer's words (D-268).
 */
export const recordsApart = {
  name: "0100-recordsApart",
  sql: `
ALTER TABLE ticket ADD COLUMN origin text CHECK (origin IN ('campaign', 'schedule')), ALTER COLUMN bucket DROP EXPRESSION;
CREATE FUNCTION keep_ticket_bucket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'closed' OR NEW.last_inbound_id IS NOT NULL THEN
    NEW.origin := NULL;
  END IF;
  NEW.bucket := CASE WHEN NEW.status <> 'closed' THEN NEW.status
    WHEN NEW.origin IS NOT NULL THEN CASE WHEN NEW.is_group THEN 'recordGroup' ELSE 'record' END
    WHEN NEW.is_group THEN 'closedGroup' ELSE 'closed' END;
  RETURN NEW;
END $$;
CREATE TRIGGER ticket_bucket_insert BEFORE INSERT ON ticket FOR EACH ROW EXECUTE FUNCTION keep_ticket_bucket();
CREATE TRIGGER ticket_bucket_update BEFORE UPDATE ON ticket FOR EACH ROW
  WHEN ((OLD.status, OLD.is_group, OLD.origin, OLD.bucket, OLD.last_inbound_id IS NULL) IS DISTINCT FROM
    (NEW.status, NEW.is_group, NEW.origin, NEW.bucket, NEW.last_inbound_id IS NULL))
  EXECUTE FUNCTION keep_ticket_bucket();
ALTER TABLE report ADD COLUMN left_out int NOT NULL DEFAULT 0;
`,
} as const;
