/**
 * Up to where live events were deleted, so that a cursor that is too old is recognized; and the
 * time of a message's last edit, so that the latest edit wins in any order of arrival.
 */
export const lateNews = {
  name: "0009-lateNews",
  sql: `
-- The newest transaction of which an event was deleted. It is unknown what was deleted before this migration.
CREATE TABLE live_floor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  xid xid8 NOT NULL
);
INSERT INTO live_floor (xid) VALUES (pg_current_xact_id());
ALTER TABLE message ADD COLUMN edited_at timestamptz(3);
`,
} as const;
