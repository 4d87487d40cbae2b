/** How far live events are still kept, so that an old cursor is known as such; and when a message was edited, so that the latest edit wins however they arrive. */
export const lateNews = {
  name: "0009-lateNews",
  sql: `
-- The youngest transaction of which an event was deleted. What was deleted until now nobody knows any more.
CREATE TABLE live_floor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  xid xid8 NOT NULL
);
INSERT INTO live_floor (xid) VALUES (pg_current_xact_id());
ALTER TABLE message ADD COLUMN edited_at timestamptz(3);
`,
} as const;
