/** Filters of the inbox with a name, and who has which of them as a tab (D-553). */
export const savedViews = {
  name: "0127-savedViews",
  sql: `
-- A row is a view. Its filter names queues, people, tags and connections by ids that may be gone, which the view says. So may the queue
-- that it is shared with, so that deleting a queue neither takes views away nor meets two of one name.
CREATE TABLE saved_view (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  queue_id int,
  name text NOT NULL,
  filter jsonb NOT NULL,
  sort text NOT NULL DEFAULT 'activity' CHECK (sort IN ('activity', 'wait', 'due'))
);
CREATE UNIQUE INDEX saved_view_own_name_uq ON saved_view (user_id, lower(name)) WHERE queue_id IS NULL;
CREATE UNIQUE INDEX saved_view_queue_name_uq ON saved_view (queue_id, lower(name)) WHERE queue_id IS NOT NULL;
CREATE INDEX saved_view_user ON saved_view (user_id);

CREATE TABLE saved_view_pin (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  view_id int NOT NULL REFERENCES saved_view ON DELETE CASCADE,
  PRIMARY KEY (user_id, view_id)
);
CREATE INDEX saved_view_pin_view ON saved_view_pin (view_id);
`,
} as const;
